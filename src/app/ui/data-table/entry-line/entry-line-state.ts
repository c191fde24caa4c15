import type { FieldValue } from '#contract/books/field.ts'
import type { EntryLine } from '../data-table-props.ts'
import type { EntryDraft } from '../editing/edit-action.ts'
import type { Signals } from '../signals.ts'

/** The line for a new record: its draft, and what is wrong with it. */
export interface EntryState {
  readonly draft: EntryDraft
  /** Text that stands for no value, by field: kept until it is mended. */
  readonly texts: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly message: string | null
  readonly isBusy: boolean
}

export interface Entry {
  /** The same object until something in it changes. Emits `entry`. */
  get(): EntryState
  /** Starts the line from the screen's `initial`, once. */
  start(line: EntryLine | undefined): void
  set(key: string, value: FieldValue): void
  refuse(key: string, text: string, error: string): void
  /** True when the record was taken and the line is empty again. */
  add(): Promise<boolean>
}

const emptyState: EntryState = { draft: {}, texts: {}, errors: {}, message: null, isBusy: false }

export function createEntry(signals: Signals, lineNow: () => EntryLine | undefined): Entry {
  let state = emptyState
  let isStarted = false

  function change(part: Partial<EntryState>) {
    state = { ...state, ...part }
    signals.emit('entry')
  }

  function changeDraft(draft: EntryDraft, key: string) {
    change({ draft, texts: without(state.texts, key), errors: without(state.errors, key), message: null })
    lineNow()?.onDraftChange?.(draft)
  }

  async function add() {
    const line = lineNow()
    if (!line || state.isBusy || Object.keys(state.texts).length > 0) return false
    change({ isBusy: true })
    const outcome = await outcomeOf(line, state.draft)
    if (outcome) {
      change({ isBusy: false, message: outcome.message, errors: outcome.fields ?? {} })
      return false
    }
    const draft = line.initial?.() ?? {}
    change({ ...emptyState, draft })
    line.onDraftChange?.(draft)
    return true
  }

  return {
    get: () => state,
    start(line) {
      if (isStarted || !line) return
      isStarted = true
      state = { ...emptyState, draft: line.initial?.() ?? {} }
    },
    set(key, value) {
      const draft = { ...state.draft, [key]: value }
      changeDraft(lineNow()?.derive?.(draft, key) ?? draft, key)
    },
    refuse(key, text, error) {
      change({ texts: { ...state.texts, [key]: text }, errors: { ...state.errors, [key]: error } })
    },
    add,
  }
}

async function outcomeOf(line: EntryLine, draft: EntryDraft) {
  try {
    return await line.onAdd(draft)
  } catch (error) {
    reportError(error)
    return { message: '추가하지 못했습니다. 입력한 내용은 그대로 있습니다.' }
  }
}

function without(record: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> {
  const { [key]: _left, ...rest } = record
  return rest
}
