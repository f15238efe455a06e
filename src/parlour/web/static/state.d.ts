/* The state of the page. The types of messages between server and page are generated into types.d.ts. */

/** The public facts of a table. */
type Facts = PublicTable;

/** A message between server and page; docs/protocol.md lists the types. */
interface Message {
  type: string;
  [name: string]: any;
}

/** Why a page can't be shown: the server's refusal. */
interface Problem {
  refused: string;
  reason: string;
}

/** Where a card lies: the position of its centre, its rotation and its scale. */
interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}

/** The settings of this browser; CHOICES in core/state.js lists the values. */
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

/** A move that was sent and whose event is not shown yet. */
interface Pending {
  /** The message id; a resend has the same id. */
  id: string;
  /** The event number that the server gave it, once known. */
  stored: number | null;
  /** The id of the action in the view. */
  action: number;
  /** The action as records write it: bet 3S. */
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

/** A line of the log: the story of an event, followed by the news for your seat. */
interface LogEntry {
  number: number;
  story: Sentence[];
}

/** The moment being shown, with its marks and cards and those of the moments just before it. */
interface Staged {
  moment: Moment;
  marks: Mark[];
  cards: string[];
}

/** An event that is not shown yet. */
interface Happening {
  /** The number of the event. */
  number: number;
  /** The seat that acted; null if nobody did, for example when cards are dealt. */
  seat: number | null;
  /** The sentences about it. */
  story: Sentence[];
  /** The view after it. */
  view: View;
  /** Whether you can take back your last move after it. */
  canUndo: boolean;
  /** The log lines that it hides. */
  closes: number[];
  /** Whether it shows hidden log lines again. */
  opens: boolean;
}

/** The connection to the server (sitting/net.js and sitting/line.js). */
interface Line {
  /** The socket; null while disconnected. */
  socket: WebSocket | null;
  /** Messages that the server hasn't answered yet, by id. */
  unanswered: Map<string, Message>;
  /** When the last message arrived (Date.now()). */
  heardAt: number;
  /** The delay before the last attempt to reconnect, in milliseconds; 0 while connected. */
  wait: number;
  /** The timer of the next attempt. */
  timer: number;
}

/** A browser at a table, as a player or a spectator; newSitting in core/state.js makes one. */
interface Sitting {
  // --- which table
  /** The name of the table. */
  table: string;
  /** The secret token of your seat; null for spectators. */
  token: string | null;
  /** The invitation code for friends, if this seat knows it. */
  invite: string | null;
  /** The connection to the server. */
  line: Line;
  /** The state of that connection. */
  connection: "connecting" | "open" | "lost";

  // --- what the server has sent
  /** The public facts of the table; null until the server has answered. */
  facts: Facts | null;
  /** When the facts arrived (Date.now()). */
  factsAt: number;
  /** Your seat; -1 for spectators. */
  seat: number;
  /** The number of the last event that has arrived. */
  number: number;
  /** The view after that event. */
  view: View | null;
  /** The seat of the bot that is thinking. */
  thinking: number | null;
  /** When the time for the move is up (compare with Date.now()). */
  deadline: number | null;
  /** The event after which the server offered to claim the rest of the round. */
  claim: number | null;
  /** The phrases said in the last few seconds. */
  phrases: Bubble[];
  /** The bot's advice, while it is shown. */
  hint: Hint | null;
  /** The table of the rematch, if there is one. */
  rematch: string | null;
  /** Why the table can't be shown. */
  error: Problem | null;

  // --- what is still to be shown (sitting/pace.js)
  /** The events still to be shown, one by one. */
  queue: Happening[];
  /** The event about to turn cards face up, during the pause before it. */
  coming: Happening | null;
  /** The view to show once the finished trick has been cleared away. */
  held: View | null;
  /** The moments to show then. */
  later: Moment[];
  /** The moments to show after the current one. */
  moments: Moment[];
  /** When the last event was shown or the last trick was cleared away (performance.now()). */
  since: number;
  /** The timer for the next event, or for clearing away a trick; 0 if none is running. */
  timer: number;
  /** The timer of the current moment. */
  momentTimer: number;

  // --- what is shown
  /** The view as drawn: `reached`, a view on the way there, or a view without actions at the end of a round. */
  shown: View | null;
  /** The server's view after the last event that was shown. */
  reached: View | null;
  /** The number of that event. */
  shownNumber: number;
  /** How many of your moves were shown. */
  moves: number;
  /** The log. */
  log: LogEntry[];
  /** The score sheet, a row for each finished round. */
  rows: SheetRow[];
  /** Whether you can take back your last move. */
  canUndo: boolean;
  /** The moment being shown, during which the table pauses. */
  moment: Staged | null;
  /** Whether the event just shown finished a round whose end is still being shown. */
  newRow: boolean;
  /** Whether the end of the round was shown and the score sheet is about to open. */
  roundEnded: boolean;
  /** Whether the score sheet is open. */
  sheetOpen: boolean;
  /** Whether this browser has never finished a round of this game, so the panel opens at the rules; null: unknown. */
  newcomer: boolean | null;

  // --- what the player does
  /** Your move, while it is being sent. */
  pending: Pending | null;
  /** The first card chosen for an action that needs two. */
  chosen: string | null;
  /** The marked cards, where several are chosen together. */
  picks: string[];
  /** Whether the marked cards were confirmed and are being sent, one by one. */
  sending: boolean;
  /** A short message shown instead of the prompt; empty if there is none. */
  notice: string | Sentence;
  /** Whether a hint was requested and hasn't arrived yet. */
  hinting: boolean;
  /** Whether the rest of this round was claimed. */
  claimed: boolean;
  /** Whether to skip to the result, because you are out. */
  skipping: boolean;
  /** The pile shown in a dialog: its owner and its name. */
  pile: string | null;
  /** Whether the last trick is shown in a dialog. */
  lastTrick: boolean;
  /** The seat that the host is asked to confirm giving to a bot. */
  removing: number | null;
  /** The names of the moves that the guide accepts; null: all. */
  welcome: string[] | null;
  /** Whether you have tried another move since. */
  strayed: boolean;
}

/** Everything the page draws. */
interface State {
  /** What the player has chosen for this browser. */
  settings: Settings;
  /** The player's name. */
  name: string;
  /** The server's games; empty until fetched. */
  games: GameFacts[];
  /** The current game: its deck, its badges, what its scores mean. */
  game: GameFacts;
  /** The levels of bots. */
  levels: LevelFacts[];
  /** The quick phrases. */
  phrases: PhraseFacts[];
  /** The table that this browser is at; null on all other pages. */
  sitting: Sitting | null;
  /** The open tab of the panel; null if it is closed. */
  panel: string | null;
}
