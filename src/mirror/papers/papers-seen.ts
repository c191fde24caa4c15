import type { Paper } from '#contract/books/papers.ts'
import type { UnrecordedPaper, WaitingContent } from './papers-database.ts'

/** What screens see of photographs and papers on this device: what waits to be sent, and the bytes of what they show. */
export interface PapersView {
  /**
   * Keeps a content durably before its record is made, and answers that record. Rejects with `OutboxWriteError` when the device could not keep it: then nothing of it is kept. Call `noteRecorded` once the
   * outbox holds the record.
   */
  keep(content: NewContent): Promise<UnrecordedPaper>
  noteRecorded(contentId: string): Promise<void>
  /** The same list until something in it changes. */
  getWaiting(): readonly WaitingContent[]
  subscribe(listener: () => void): () => void
  retry(contentId: string): Promise<void>
  /** Drops what the server does not have; the caller has asked. */
  discard(contentId: string): Promise<void>
  /** The bytes of a paper, from this device or the server, which is asked where they are not here. `reason`: why one whose processing is stopped 처리정지 is looked at. */
  readBytes(paper: NamedContent, reason?: string): Promise<ReadContent>
  /** Its small picture; null: it has none, or it cannot be had now. */
  readThumb(contentId: string, reason?: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Of which contents the bytes stand on this device. */
  listHere(): Promise<ReadonlySet<string>>
}

export type NamedContent = Pick<Paper, 'content_id' | 'digest' | 'size'>

/**
 * `not_whole`: whoever added it has not sent it yet. `needs_factor`: the server wants a second factor of the last minutes first. `unreachable`: it is not on this device, and nobody could be asked.
 */
export type ReadContent =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'not_whole' }
  | { kind: 'needs_factor' }
  | { kind: 'unreachable' }

/** A photograph or file as it is to be kept: what stands in it is final. */
export interface NewContent {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** A small picture of it (JPEG); null: there is none. */
  readonly thumb: Uint8Array<ArrayBuffer> | null
  /** The record that is going to show it, from what is known of its content. */
  readonly recordOf: (kept: KeptContent) => UnrecordedPaper
}

export interface KeptContent {
  readonly contentId: string
  readonly digest: string
  readonly size: number
}
