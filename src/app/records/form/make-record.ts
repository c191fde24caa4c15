import { createContext, use } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'

/** A record to be made on the way, for a field that is to point at it. */
export interface AskedRecord {
  readonly to: CollectionName
  /** What is known of it already: its name, what the record that points at it says too. */
  readonly start: Readonly<Record<string, FieldValue>>
  /** Where making it is taken back; absent: nowhere but on its own screen. */
  readonly history?: ActionHistory
}

/** Opens the book's form; answers the new record's id, null when none was made. Works without a network: ids are made on the device. */
export type MakeRecord = (asked: AskedRecord) => Promise<{ id: string; values: AskedRecord['start'] } | null>

/** Given by record-maker.tsx. */
export const MakerContext = createContext<MakeRecord | null>(null)

/** `새 {noun} 만들기`, from any list that offers records of another book. */
export function useRecordMaker(): MakeRecord {
  const make = use(MakerContext)
  if (!make) throw new Error('useRecordMaker needs a RecordMakerProvider above it')
  return make
}
