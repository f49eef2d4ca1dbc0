/** What the editor and the server say to each other, as `serve/editor/wire.rs` has it. */
import type { Picture, Point, Reply } from '../wire';

export interface FileEntry { path: string; game: string | null; kind: string; faults: number | null }
export interface Fresh { game: string; title: string; kind: string; says: string }
export interface Home { folder: string; open: string | null; files: FileEntry[]; fresh: Fresh[] }
export interface FileText { path: string; text: string; stamp: string | null; game: string; kind: string; notes: string[] }
export interface Conflict { says: string; text: string; stamp: string }

export type Takes = 'cells' | 'side' | 'corners' | 'rect' | 'disc' | 'line' | 'place' | 'thing' | 'nothing';
export interface Tool { id: string; group: string; name: string; says: string; colour: string | null; takes: Takes; brushes: boolean; turns: boolean }
export interface Brush { id: string; name: string; steps: Point[][] }
export interface Grid { middles: Point[]; outline: Point[]; brushes: Brush[] }
export interface Grip { field: string; row: string; at: Point }
export interface TextLines { thing: string; field: string; line: number; to_line: number }
export interface Mistake { path: string; line: number; column: number; width: number; says: string; expected: string | null; suggestion: string | null; at: Point | null }
export interface Unit { name: string; says: string }
export interface Question { name: string; says: string; line: string; places: number }
export interface Sketched {
  game: string; title: string; kind: string; size: string; levels: number; unit: string | null; scene: Picture | null; faults: Mistake[];
  tools: Tool[]; grid: Grid | null; handles: Grip[]; rows: TextLines[]; units: Unit[]; questions: Question[];
}
export interface Stroke {
  tool: string; points?: Point[]; turn?: number; level?: number | null; brush?: string | null; size?: number | null;
  snap?: number | null; field?: string | null; by?: Point | null; count?: number | null;
}
export interface Stroked { text: string; says: string; sketch: Sketched }
export interface HeldAt { unit: string; seat: number; at: Point }
export type { Picture, Point, Reply };
