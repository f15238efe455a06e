/* The one state of the page. What travels between server and page is generated into types.d.ts. */

/** A table as the page knows it: what the server says of it, and how many people watch. */
interface Facts extends PublicTable {
  spectators?: number;
}

/** Why a page cannot be shown, as the server refuses it. */
interface Problem {
  refused: string;
  reason: string;
}

/** Where a card lies: its middle, how it is turned, and how large it is. */
interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}

/** What a player has chosen for this browser; CHOICES in core/state.js lists the values. */
interface Settings {
  theme: string;
  pace: string;
  suits: string;
  size: string;
  side: string;
  index: string;
  back: string;
  motion: string;
  sound: string;
  autoplay: string;
  pause: string;
  keys: string;
}

/** A move that was sent, until its event is shown. */
interface Pending {
  /** The id under which it was sent; a resend has the same. */
  id: string;
  /** The number under which the server has stored it, once that is known. */
  stored: number | null;
  /** The action, by its id in the view. */
  action: number;
  /** The action as in records: bet 3S. */
  name: string;
  /** The cards it moves. */
  cards: string[];
}

/** A quick phrase above a plate. */
interface Bubble {
  seat: number;
  phrase: string;
  id: number;
}

/** A line of the log: the story of an event, and behind it the news for the own seat. */
interface LogEntry {
  number: number;
  story: Sentence[];
}

/** A moment on the stage, and what is marked with it: also the marks of the moments just before. */
interface Staged {
  moment: Moment;
  marks: Mark[];
  cards: string[];
}

/** A browser at a table, with a seat or watching. */
interface Sitting {
  /** The name of the table. */
  table: string;
  /** The secret of the own seat; null for spectators. */
  token: string | null;
  /** The code with which friends join, if this seat knows it. */
  invite: string | null;
  /** What everybody may know of the table; null until the server has answered. */
  facts: Facts | null;
  /** The own seat; -1 for spectators. */
  seat: number;
  /** The number of the last event that has arrived. */
  number: number;
  /** The table after that event. */
  view: View | null;
  /** The table as it is drawn now; events are shown one by one, so it may be older than `view`. */
  shown: View | null;
  /** The number of the last event that was shown. */
  shownNumber: number;
  /** What has happened, in sentences. */
  log: LogEntry[];
  /** How many moves of the own seat were shown. */
  moves: number;
  /** The score sheet, a row for each finished round. */
  rows: SheetRow[];
  /** Whether the own last move can be taken back. */
  canUndo: boolean;
  /** The own move that is on its way. */
  pending: Pending | null;
  /** How the line to the server is. */
  connection: "connecting" | "open" | "lost";
  /** The first card of an action that needs two. */
  chosen: string | null;
  /** The cards that are marked, where several are chosen together. */
  picks: string[];
  /** Whether the marked cards were confirmed and are sent, one after another. */
  sending: boolean;
  /** A short message in place of the prompt; empty if there is none. */
  notice: string | Sentence;
  /** The advice of the bot, while it is open. */
  hint: Hint | null;
  /** Whether advice was asked for and has not come yet. */
  hinting: boolean;
  /** Phrases that were said a moment ago. */
  phrases: Bubble[];
  /** Whether the score sheet lies over the table. */
  sheetOpen: boolean;
  /** The pile whose cards are shown in a dialog: its owner and its name. */
  pile: string | null;
  /** Whether the last trick is shown in a dialog. */
  lastTrick: boolean;
  /** Why the table cannot be shown. */
  error: Problem | null;
  /** The table of the rematch, if there is one. */
  rematch: string | null;
  /** The seat of the bot that is thinking. */
  thinking: number | null;
  /** When the time for the move is up, in milliseconds as Date.now() counts them. */
  deadline: number | null;
  /** The moment for which the table pauses. */
  moment: Staged | null;
  /** Whether cards will be turned up in a moment. */
  suspense: boolean;
  /** Whether the shown event has finished a round whose sheet was not opened yet. */
  newRow?: boolean;
  /** When the facts were heard, in milliseconds as Date.now() counts them. */
  factsAt?: number;
  /** The event after which the server has offered to claim the rest of the round. */
  claim?: number;
  /** Whether the rest of this round was claimed. */
  claimed?: boolean;
  /** Whether everything up to the result is shown at once: the own seat is out. */
  skipping?: boolean;
  /** Whether a round has just ended and its sheet will open in a moment. */
  roundEnded?: boolean;
  /** Whether this browser has never finished a round of this game: the panel then opens at the rules. */
  newcomer?: boolean;
  /** The seat about which the host was asked whether a bot shall have it. */
  removing?: number | null;
}

/** Everything the page draws. */
interface State {
  /** What the player has chosen for this browser. */
  settings: Settings;
  /** The name to play under. */
  name: string;
  /** The games of the server; empty until they are fetched. */
  games: GameFacts[];
  /** The game that is shown: its deck, its badges, what its scores mean. */
  game: GameFacts;
  /** The levels of bots. */
  levels: LevelFacts[];
  /** The quick phrases. */
  phrases: PhraseFacts[];
  /** The table at which this browser sits; null on all other pages. */
  sitting: Sitting | null;
  /** The open tab of the panel; null if it is closed. */
  panel: string | null;
}
