import { createContext, use } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'

/** A record to create on the way, for a field that will refer to it. */
export interface NewRecordRequest {
  readonly to: CollectionName
  /** Known values of it: its name, and values it shares with the referring record. */
  readonly start: Readonly<Record<string, FieldValue>>
  /** Undo history that takes the creation; by default only the record's own screen can undo it. */
  readonly history?: ActionHistory
}

/**
 * Opens the book's form. Returns the new record's id, or null if none was created. Works without a
 * network, because ids are made on the device.
 */
export type CreateRecord = (
  request: NewRecordRequest,
) => Promise<{ id: string; values: NewRecordRequest['start'] } | null>

/** Provided by record-maker.tsx. */
export const CreateRecordContext = createContext<CreateRecord | null>(null)

/** `새 {noun} 만들기`, from any list that offers records of another book. */
export function useRecordMaker(): CreateRecord {
  const make = use(CreateRecordContext)
  if (!make) throw new Error('useRecordMaker needs a RecordMakerProvider above it')
  return make
}
