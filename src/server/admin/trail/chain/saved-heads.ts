import { appendFileSync, createReadStream, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/client.ts'

/** The head of the chain at some time: number and hash of its last link. */
const savedHeadSchema = z.object({
  number: z.int(),
  hash: z.string(),
  /** Identifies the history; a restored database has another one. */
  epoch: z.string(),
  at: z.string(),
})
export type SavedHead = z.infer<typeof savedHeadSchema>

/**
 * The file in the data folder that heads are appended to. A database administrator does not
 * necessarily control this file.
 */
export function headsFile(dataDir: string): string {
  return join(dataDir, 'trail-heads.jsonl')
}

/** The current head; undefined when nothing was ever linked. */
export async function readHead(db: Database): Promise<SavedHead | undefined> {
  const { rows } = await sql<SavedHead>`
    select l.number, encode(l.hash, 'hex') as hash, l.epoch::text as epoch, l.made_at as at
    from trail_link l order by l.number desc limit 1`.execute(db)
  return rows[0]
}

/** Appends in one short write, so that two processes don't interleave their lines. */
export function saveHead(file: string, head: SavedHead): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  appendFileSync(file, `${JSON.stringify(head)}\n`, { mode: 0o600 })
}

/** Reads the file into heads by number. Skips a line that was cut short by a crash. */
export async function readSavedHeads(file: string): Promise<Map<number, SavedHead[]>> {
  const heads = new Map<number, SavedHead[]>()
  if (!existsSync(file)) return heads
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  for await (const line of lines) {
    const head = headOf(line)
    if (head) addHead(heads, head)
  }
  return heads
}

/**
 * Adds a head unless the same one is known. Keeps both when their hashes differ, because one of
 * them is wrong.
 */
export function addHead(heads: Map<number, SavedHead[]>, head: SavedHead): void {
  const known = heads.get(head.number) ?? []
  if (known.some(({ hash, epoch }) => hash === head.hash && epoch === head.epoch)) return
  heads.set(head.number, [...known, head])
}

function headOf(line: string): SavedHead | undefined {
  try {
    return savedHeadSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
