import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'

/** How often `part` occurs in a text. */
export function countIn(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Plants the fault in the tree at `root`. Returns a function that reverts it. */
export function plant(root: string, { id, file, find, replace }: Fault): () => void {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const count = countIn(before, find)
  if (count !== 1) throw new Error(`${id}: ${file} contains the text to replace ${count} times, expected once`)
  // A function, because `$` has a special meaning in a replacement text.
  writeFileSync(
    path,
    before.replace(find, () => replace),
  )
  return () => writeFileSync(path, before)
}
