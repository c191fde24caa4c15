import type { AnyRecord } from '#contract/books/field.ts'
import { figures, type FigureState } from '../figures/figures.ts'
import type { Call } from './call-channel.ts'
import type { EngineCalls } from './calls.ts'
import type { EngineState } from './engine-state.ts'
import { followCounted } from './follow-counted.ts'
import { readStandingRecords } from './mirrored-data.ts'

type Figure = EngineCalls['figure']

/** Tells a figure now, and again a moment after anything of its collection changed. */
export function followFigure(state: EngineState, asked: Figure['question'], call: Call<Figure>): void {
  const { collection, count } = figures[asked.name]
  // The registry ties each name to its rows and question, and the records are what the contract's row schema let in.
  const countRecords = count as (rows: Iterable<AnyRecord>, question: unknown) => NonNullable<FigureState['value']>
  followCounted(state, call, {
    collections: [collection],
    count: () => countRecords(readStandingRecords(state.data, collection), asked.question),
  })
}
