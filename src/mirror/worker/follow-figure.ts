import type { AnyRecord } from '#contract/books/field.ts'
import { figures, type FigureState } from '../figures/figures.ts'
import { callAfter } from '../timing/deadline.ts'
import type { Call } from './call-channel.ts'
import type { EngineCalls } from './calls.ts'
import { addFollower, mayCome, type EngineState } from './engine-state.ts'
import { readStandingRecords } from './mirrored-data.ts'

/** A replay changes the outbox a hundred times a second; a person reads a sum four times a second at most. */
const gatherMs = 250

type Figure = EngineCalls['figure']

/** Tells a figure now, and again a moment after anything of its collection changed. */
export function followFigure(state: EngineState, asked: Figure['question'], call: Call<Figure>): void {
  const { collection } = figures[asked.name]
  let told: FigureState['status'] | null = null
  let isDue = false
  const tell = () => {
    const figure = countFigure(state, asked)
    // Only a sum is worth saying twice.
    if (figure.status === 'ready' || figure.status !== told) call.answer(figure)
    told = figure.status
  }
  const tellDue = () => {
    isDue = false
    tell()
  }
  addFollower(state, call.signal, {
    changed(changes) {
      if (isDue || !changes.has(collection)) return
      isDue = true
      callAfter(state.runtime, { ms: gatherMs, signal: call.signal }, tellDue)
    },
    arrived: (name) => (name === collection || name === 'all') && tell(),
    outlookChanged: () => !state.data.loaded.has(collection) && tell(),
  })
  tell()
}

function countFigure(state: EngineState, { name, question }: Figure['question']): FigureState {
  const { collection, count } = figures[name]
  if (!state.data.loaded.has(collection)) return { status: mayCome(state) ? 'loading' : 'never_fetched', value: null }
  // The registry ties each name to its rows and question, and the records are what the contract's row schema let in.
  const countRecords = count as (rows: Iterable<AnyRecord>, question: unknown) => NonNullable<FigureState['value']>
  return { status: 'ready', value: countRecords(readStandingRecords(state.data, collection), question) }
}
