import type { CollectionName } from '#contract/books/collections.ts'
import type { HeldRoom } from '../offline-copy.ts'
import type { BlockColumn, RecordBlock } from '../store/record-block.ts'
import type { EngineState } from './engine-state.ts'
import { goingSlots } from './mirrored-data.ts'

/** How many records of each collection a person finds here, and roughly what those take that stand in blocks. */
export function measureRoom({ data }: Pick<EngineState, 'data'>): Readonly<Partial<Record<CollectionName, HeldRoom>>> {
  return Object.fromEntries(
    [...data.loaded].map((name) => {
      const { table } = data.engine.collection(name)
      let count = -goingSlots(data, name).size
      for (let slot = 0; slot < table.size(); slot++) if (table.isShown(slot)) count += 1
      const bytes = table.segments.reduce((sum, { block }) => sum + bytesOf(block), 0)
      return [name, { count, bytes }]
    }),
  )
}

/** Hangul takes two bytes a letter. */
const bytesPerLetter = 2
const bytesPerNumber = 8

function bytesOf({ ids, versions, columns, search }: RecordBlock): number {
  const own = ids.length + versions.length * bytesPerNumber
  const values = Object.values(columns).reduce((sum, column) => sum + columnBytes(column), 0)
  return (
    own + values + (search.words.length + search.initials.length) * bytesPerLetter + (search.consonants ?? '').length
  )
}

function columnBytes(column: BlockColumn): number {
  if (column.kind === 'numbers') return column.numbers.byteLength
  if (column.kind === 'texts') return column.texts.length * bytesPerLetter
  return column.distinct.length * bytesPerLetter + column.codes.byteLength
}
