/* The one state of the page. What travels between server and page is generated into types.d.ts. */

/** What everybody may know of a table. */
type Facts = PublicTable;

/** What server and page say to one another; the kinds are in docs/protocol.md. */
interface Message {
  type: string;
  [name: string]: any;
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

/** What happened, until it is shown. */
interface Happening {
  /** The number of the event. */
  number: number;
  /** The seat that acted; null if nobody did, as when cards are dealt. */
  seat: number | null;
  /** What is told of it. */
  story: Sentence[];
  /** The table after it. */
  view: View;
  /** Whether the own last move can then be taken back. */
  canUndo: boolean;
  /** The lines of the log that it closes. */
  closes: number[];
  /** Whether it opens lines of the log again. */
  opens: boolean;
}

/** The line to the server (sitting/net.js and sitting/line.js). */
interface Line {
  /** The connection; null while there is none. */
  socket: WebSocket | null;
  /** Messages that the server has not answered yet, by their id. */
  unanswered: Map<string, Message>;
  /** When something was heard last, in milliseconds as Date.now() counts them. */
  heardAt: number;
  /** The milliseconds before the last attempt to make it again; 0 while it holds. */
  wait: number;
  /** The timer of the next attempt. */
  timer: number;
}

/** A browser at a table, with a seat or watching; core/state.js says how it begins. */
interface Sitting {
  // --- where
  /** The name of the table. */
  table: string;
  /** The secret of the own seat; null for spectators. */
  token: string | null;
  /** The code with which friends join, if this seat knows it. */
  invite: string | null;
  /** The line to the server. */
  line: Line;
  /** How that line is. */
  connection: "connecting" | "open" | "lost";

  // --- what the server has said
  /** What everybody may know of the table; null until the server has answered. */
  facts: Facts | null;
  /** When the facts were heard, in milliseconds as Date.now() counts them. */
  factsAt: number;
  /** The own seat; -1 for spectators. */
  seat: number;
  /** The number of the last event that has arrived. */
  number: number;
  /** The table after that event. */
  view: View | null;
  /** The seat of the bot that is thinking. */
  thinking: number | null;
  /** When the time for the move is up, in milliseconds as Date.now() counts them. */
  deadline: number | null;
  /** The event after which the server has offered to claim the rest of the round. */
  claim: number | null;
  /** Phrases that were said a moment ago. */
  phrases: Bubble[];
  /** The advice of the bot, while it is open. */
  hint: Hint | null;
  /** The table of the rematch, if there is one. */
  rematch: string | null;
  /** Why the table cannot be shown. */
  error: Problem | null;

  // --- what waits to be shown (sitting/pace.js)
  /** The events that are shown later, one by one. */
  queue: Happening[];
  /** The event that turns cards up, while the table waits a moment for it. */
  coming: Happening | null;
  /** The view that is shown when the finished trick, which still lies there, goes. */
  held: View | null;
  /** The moments that are staged then. */
  later: Moment[];
  /** The moments that are staged when the one on the stage is over. */
  moments: Moment[];
  /** When the last event was shown or the last trick went, in milliseconds as performance.now() counts them. */
  since: number;
  /** The timer of what is shown next, be it an event or a held trick that goes; 0 if none runs. */
  timer: number;
  /** The timer of the moment on the stage. */
  momentTimer: number;

  // --- what is shown
  /** The table as it is drawn: `reached`, or a view on the way there, or without actions after a round. */
  shown: View | null;
  /** The table after the last event that was shown, as the server sees it. */
  reached: View | null;
  /** The number of that event. */
  shownNumber: number;
  /** How many moves of the own seat were shown. */
  moves: number;
  /** What has happened, in sentences. */
  log: LogEntry[];
  /** The score sheet, a row for each finished round. */
  rows: SheetRow[];
  /** Whether the own last move can be taken back. */
  canUndo: boolean;
  /** The moment for which the table pauses. */
  moment: Staged | null;
  /** Whether the shown event has finished a round whose end is still told. */
  newRow: boolean;
  /** Whether that was told, and the sheet will open in a moment. */
  roundEnded: boolean;
  /** Whether the score sheet lies over the table. */
  sheetOpen: boolean;
  /** Whether this browser has never finished a round of this game: the panel then opens at the rules; null: unknown. */
  newcomer: boolean | null;

  // --- what the player does
  /** The own move that is on its way. */
  pending: Pending | null;
  /** The first card of an action that needs two. */
  chosen: string | null;
  /** The cards that are marked, where several are chosen together. */
  picks: string[];
  /** Whether the marked cards were confirmed and are sent, one after another. */
  sending: boolean;
  /** A short message in place of the prompt; empty if there is none. */
  notice: string | Sentence;
  /** Whether advice was asked for and has not come yet. */
  hinting: boolean;
  /** Whether the rest of this round was claimed. */
  claimed: boolean;
  /** Whether everything up to the result is shown at once: the own seat is out. */
  skipping: boolean;
  /** The pile whose cards are shown in a dialog: its owner and its name. */
  pile: string | null;
  /** Whether the last trick is shown in a dialog. */
  lastTrick: boolean;
  /** The seat about which the host was asked whether a bot shall have it. */
  removing: number | null;
  /** The moves that the guide of a first hand lets pass, by their names; null: all. */
  welcome: string[] | null;
  /** Whether another move was tried since. */
  strayed: boolean;
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
