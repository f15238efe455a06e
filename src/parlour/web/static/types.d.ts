/* The shapes that travel between server and page (docs/protocol.md), and the one state of the page. */

type Gap = string | number | { seat: number } | { card: string } | Text;
interface Text { template: string; values: Record<string, Gap> }

interface Seat {
  seat: number; cards: number; hand: string[]; score: number; bid: Text | null; bid_cards: string[]; chosen: boolean;
  promised: number | null; tricks: number | null; team: number | null; badges: string[];
}
interface Play { seat: number; card: string }
interface Pile { name: Text; cards: number; open: string[]; owner: number | null }
interface Marker { name: Text; suit: string }
interface Centre {
  trick: Play[]; winning: number | null; last_trick: Play[]; last_winner: number | null; piles: Pile[]; markers: Marker[];
}
interface Cell { gain: number; total: number; bid: number | null; won: number | null }
interface SheetRow { round: number; cells: Cell[]; notes: Text[] }
interface Action { id: number; name: string; label: Text; cards: string[] }
interface Refused { card: string; reason: Text }
interface View {
  game: string; seat: number; phase: string; section: string; round: number; prompt: Text; to_act: number[]; seats: Seat[];
  centre: Centre; sheet: SheetRow | null; actions: Action[]; refused: Refused[]; over: boolean; winners: number[];
}

interface Option {
  name: string; default: number | string; meaning: string; least: number; most: number; words: string[]; step: number;
}
interface GameFacts {
  name: string; title: string; pitch: string; minutes: number; players: number[]; default_players: number; teams: number;
  options: Option[];
}
interface Level { name: string; about: string }
interface PublicSeat {
  seat: number; name: string; kind: "person" | "bot"; level: string | null; present: boolean; taken: boolean; away?: boolean;
}
interface Facts {
  table: string; game: string; title: string; players: number; options: Record<string, number | string>;
  seats: PublicSeat[]; started: boolean; over: boolean; number: number; commitment: string | null; timer: number | null;
  listed?: boolean; rematch?: string | null; spectators?: number; seconds_left?: number | null;
}
interface OpenTable { table: string; game: string; players: number; seats: PublicSeat[]; open_seats: number; created: number }
interface Told { number: number; story: Text[] }
interface Weighed { action: number; name: string; label: Text; value: number; error: number; chance?: number | null; worlds: number }
interface Hint { best: number; actions: Weighed[]; sentence: Text | string }
interface Decision { number: number; chosen: number; best: number; cost: number; error: number; actions: Weighed[] }
interface Analysis { seat: number; done: boolean; progress: number; decisions: Decision[] }
interface ReplayStep { number: number; event: Record<string, any>; story: Text[]; view: View }
interface Replay { names: string[]; seat: number | null; steps: ReplayStep[] }

interface Settings {
  theme: string; pace: string; suits: string; size: string; motion: string; sound: string; autoplay: string; pause: string;
  keys: string;
}
interface Pending { id: string; stored: number | null; action: number; cards: string[] }
interface Sitting {
  table: string; token: string | null; invite: string | null; facts: Facts | null; seat: number; number: number;
  view: View | null; shown: View | null; shownNumber: number; log: Told[]; rows: SheetRow[]; canUndo: boolean; pending: Pending | null;
  connection: "connecting" | "open" | "lost"; chosen: string | null; notice: string; hint: Hint | null; hinting: boolean;
  phrases: { seat: number; phrase: string; id: number }[]; sheetOpen: boolean; pile: string | null; lastTrick: boolean;
  error: Problem | null; rematch: string | null; thinking: number | null; deadline: number | null; newRow?: boolean; roundEnded?: boolean; newcomer?: boolean;
}
interface Problem { refused: string; reason: string }
interface State {
  settings: Settings; name: string; games: GameFacts[]; levels: Level[]; phrases: Phrase[]; sitting: Sitting | null;
  panel: string | null;
}
interface Phrase { name: string; text: string }
interface Pose { x: number; y: number; turn: number; scale: number }
