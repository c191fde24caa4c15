import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import { figures, type FigureState } from '../figures/figures.ts'
import type { Command, Report } from './messages.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'

/** The figures one page follows: told when asked for, and again a moment after anything of their collection changed. */
export interface FigureWatches {
  watch(command: Command & { type: 'figure' }): void
  unwatch(figure: number): void
  changed(changes: ChangedSlots): void
  /** Tells all again, at once: the data is another. */
  tellAll(): void
  /** Tells those of a collection that has come. */
  tellOf(collection: CollectionName): void
  /** Tells those again that wait for their collection: whether it can come may have changed. */
  tellWaiting(): void
}

export interface FiguresContext {
  data(): MirroredData
  report(report: Report): void
  /** True while there is hope that records will come. */
  mayCome(): boolean
  /** Resolves after so many milliseconds; rejects when the engine closes. */
  wait(ms: number): Promise<void>
}

/** A replay changes the outbox a hundred times a second; a person reads a sum four times a second at most. */
const gatherMs = 250

type Asked = Command & { type: 'figure' }

export function createFigureWatches(context: FiguresContext): FigureWatches {
  const watches = new Map<number, Asked>()
  const due = new Set<number>()

  function tell(asked: Asked): void {
    context.report({ type: 'figure', figure: asked.figure, state: countFigure(context, asked) })
  }

  function tellDue(): void {
    const asked = [...due].flatMap((id) => watches.get(id) ?? [])
    due.clear()
    for (const each of asked) tell(each)
  }

  function later(id: number): void {
    if (due.size === 0) context.wait(gatherMs).then(tellDue, () => undefined)
    due.add(id)
  }

  return {
    watch(asked) {
      watches.set(asked.figure, asked)
      tell(asked)
    },
    unwatch: (id) => void watches.delete(id),
    changed(changes) {
      for (const [id, { name }] of watches) if (changes.has(figures[name].collection)) later(id)
    },
    tellAll() {
      for (const asked of watches.values()) tell(asked)
    },
    tellOf(collection) {
      for (const asked of watches.values()) if (figures[asked.name].collection === collection) tell(asked)
    },
    tellWaiting() {
      const waiting = [...watches.values()].filter(({ name }) => !context.data().isLoaded(figures[name].collection))
      for (const asked of waiting) tell(asked)
    },
  }
}

function countFigure({ data, mayCome }: FiguresContext, { name, question }: Asked): FigureState {
  const { collection, count } = figures[name]
  if (!data().isLoaded(collection)) return { status: mayCome() ? 'loading' : 'never_fetched', value: null }
  // The registry ties each name to its rows and question, and the records are what the contract's row schema let in.
  const ask = count as (rows: Iterable<AnyRecord>, question: unknown) => NonNullable<FigureState['value']>
  return { status: 'ready', value: ask(data().recordsOf(collection), question) }
}
