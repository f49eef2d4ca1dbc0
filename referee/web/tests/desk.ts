/** An editor on a folder of files of its own, for tests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Point } from '../src/wire';
import { start, type Stage } from './stage';

const data = join(dirname(fileURLToPath(import.meta.url)), '../../../data');

/** A file of the games as it is shipped. */
export const shipped = (path: string) => readFileSync(join(data, path), 'utf8');

/** The middle of a cell by column and row, from 0. */
export const cell = (column: number, row: number): Point => [1.7320508 * (column + (row % 2) / 2), 1.5 * row];

export class Desk {
  private constructor(
    readonly folder: string,
    readonly stage: Stage,
  ) {}

  /** Starts an editor on a folder with these files. */
  static async with(files: Record<string, string>): Promise<Desk> {
    const folder = mkdtempSync(join(tmpdir(), 'umpire-desk-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return new Desk(folder, await start(folder));
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  saved(name: string): string {
    return readFileSync(this.file(name), 'utf8');
  }

  async end() {
    await this.stage.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
