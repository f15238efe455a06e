/* The types of the page's state. The types of messages between server and page are generated into types.d.ts. */

/** The public facts of a table. */
type Facts = PublicTable;

/** A message between server and page; docs/protocol.md lists the types. */
interface Message {
  type: string;
  [name: string]: any;
}

/** The server's refusal, which says why a page can't be shown. */
interface Problem {
  refused: string;
  reason: string;
}

/** The pose of a card: the position of its centre, its rotation and its scale. */
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
  /** The message's id, which stays the same if the message is sent again. */
  id: string;
  /** The event number that the server gave the move; null until it is known. */
  stored: number | null;
  /** The action's id in the view. */
  action: number;
  /** The action's name as in records, such as "bet 3S". */
  name: string;
  /** The cards that the action moves. */
  cards: string[];
}

/** A quick phrase that appears above a player's plate. */
interface Bubble {
  seat: number;
  phrase: string;
  id: number;
}

/** A line of the log: the story of an event, followed by the news for your seat. */
interface ShownEntry {
  number: number;
  story: Sentence[];
}

/** The special moment being shown, with its marks and cards and those of the moments just before. */
interface Staged {
  moment: Moment;
  marks: Mark[];
  cards: string[];
}

/** An event that is not shown yet. */
interface Happening {
  /** The event's number. */
  number: number;
  /** The seat that acted; null if nobody did, for example when cards are dealt. */
  seat: number | null;
  /** The sentences that tell what happened. */
  story: Sentence[];
  /** The view after the event. */
  view: View;
  /** Whether you can take back your last move after this event. */
  canUndo: boolean;
  /** The numbers of the log lines that this event hides. */
  closes: number[];
  /** Whether this event makes hidden log lines public again. */
  opens: boolean;
}

/** The connection to the server (sitting/net.js and sitting/line.js). */
interface Line {
  /** The WebSocket; null while disconnected. */
  socket: WebSocket | null;
  /** Messages that the server hasn't answered yet, by id. */
  unanswered: Map<string, Message>;
  /** Whether the server hasn't sent anything since the page last sent it a message. */
  asked: boolean;
  /** How many times net.js has checked the connection since then; if nothing was asked, since the last message. */
  silence: number;
  /** The delay before the last attempt to reconnect, in milliseconds; 0 while connected. */
  wait: number;
  /** The timer of the next attempt to reconnect. */
  timer: number;
}

/** A browser at a table, as a player or a spectator; newSitting in core/state.js creates it. */
interface Sitting {
  // --- the table and the connection to it
  /** The name of the table. */
  table: string;
  /** The secret token of your seat; null for spectators. */
  token: string | null;
  /** The code of the invitation link, if this seat may invite. */
  invite: string | null;
  /** The connection to the server. */
  line: Line;
  /** The state of the connection. */
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
  /** The view after the last event that has arrived. */
  view: View | null;
  /** The seat of the bot that is thinking; null if none is. */
  thinking: number | null;
  /** When your time for this move is up (compare with Date.now()). */
  deadline: number | null;
  /** The event after which the server offered to claim the rest of the round. */
  claim: number | null;
  /** The phrases said in the last few seconds. */
  phrases: Bubble[];
  /** The bot's advice, while it is shown. */
  hint: Hint | null;
  /** The name of the rematch's table, if there is one. */
  rematch: string | null;
  /** Why the table can't be shown. */
  error: Problem | null;

  // --- what is still to be shown (sitting/pace.js)
  /** The events still to be shown, one by one. */
  queue: Happening[];
  /** The event that is about to turn cards face up after a pause. */
  coming: Happening | null;
  /** The view to show once the finished trick has been cleared away. */
  held: View | null;
  /** The special moments to show after the finished trick has been cleared away. */
  later: Moment[];
  /** The special moments to show after the current moment. */
  moments: Moment[];
  /** When the last event was shown or the last trick was cleared away (performance.now()). */
  since: number;
  /** The timer for the next event, or for clearing away a trick; 0 if none is running. */
  timer: number;
  /** The timer that ends the current moment. */
  momentTimer: number;

  // --- what is shown
  /** The view as drawn: `reached`, an intermediate view, or, at the end of a round, a view without actions. */
  shown: View | null;
  /** The server's view after the last event that was shown. */
  reached: View | null;
  /** The number of the last event that was shown. */
  shownNumber: number;
  /** How many of your moves have been shown. */
  moves: number;
  /** The lines of the log. */
  log: ShownEntry[];
  /** The rows of the score sheet, one for each finished round. */
  rows: SheetRow[];
  /** Whether you can take back your last move. */
  canUndo: boolean;
  /** The special moment being shown, during which the table pauses. */
  moment: Staged | null;
  /** Whether a round has just finished and its end is still being shown. */
  newRow: boolean;
  /** Whether the end of the round has been shown and the score sheet is about to open. */
  roundEnded: boolean;
  /** Whether the score sheet is open. */
  sheetOpen: boolean;
  /** Whether the player is new to the game, so that the panel opens at the rules; null if that isn't known yet. */
  newcomer: boolean | null;

  // --- what the player does
  /** Your move, while it is being sent. */
  pending: Pending | null;
  /** The first card chosen for an action that needs two. */
  chosen: string | null;
  /** The cards marked so far, where several are chosen together. */
  picks: string[];
  /** Whether the player has confirmed the marked cards, which are now sent one by one. */
  sending: boolean;
  /** A short message shown instead of the prompt; empty if there is none. */
  notice: string | Sentence;
  /** Whether a hint was requested and hasn't arrived yet. */
  hinting: boolean;
  /** Whether the player has claimed the rest of this round. */
  claimed: boolean;
  /** Whether to skip to the result, because you are out. */
  skipping: boolean;
  /** The pile that a dialog shows, identified by its owner and its name; null if there is no dialog. */
  pile: string | null;
  /** Whether the last trick is shown in a dialog. */
  lastTrick: boolean;
  /** The seat that the host is about to give to a bot, pending confirmation. */
  removing: number | null;
  /** The names of the moves that the guide accepts; null if it accepts any. */
  welcome: string[] | null;
  /** Whether you have tried a move that the guide doesn't accept. */
  strayed: boolean;
}

/** Everything that the page draws. */
interface State {
  /** The settings that the player has chosen for this browser. */
  settings: Settings;
  /** The player's name. */
  name: string;
  /** The server's games; an empty list until they have been fetched. */
  games: GameFacts[];
  /** The current game with its deck, its badges and the meaning of its scores. */
  game: GameFacts;
  /** The bot levels that the server offers. */
  levels: LevelFacts[];
  /** The quick phrases that players can say. */
  phrases: PhraseFacts[];
  /** The table that this browser is at; null on all other pages. */
  sitting: Sitting | null;
  /** The open tab of the panel; null if it is closed. */
  panel: string | null;
}
