import type { Paper } from '#contract/books/papers.ts'
import type { UnrecordedPaper, WaitingContent } from './papers-database.ts'

/**
 * What screens see of photographs and papers on this device: waiting contents, and the bytes to
 * show.
 */
export interface PapersView {
  /**
   * Stores a content durably before its record is created, and returns that record. Rejects with
   * `OutboxWriteError`, storing nothing, when the device could not. Call `noteRecorded` once the
   * outbox holds the record.
   */
  keep(content: NewContent): Promise<UnrecordedPaper>
  noteRecorded(contentId: string): Promise<void>
  /** The same array until something in it changes. */
  getWaiting(): readonly WaitingContent[]
  subscribe(listener: () => void): () => void
  retry(contentId: string): Promise<void>
  /** Removes what the server does not have; the caller has asked the user. */
  discard(contentId: string): Promise<void>
  /**
   * The bytes of a paper, from this device or else from the server. `reason`: why a paper under
   * 처리정지 is opened.
   */
  readBytes(paper: NamedContent, reason?: string): Promise<ReadContent>
  /** Its thumbnail; null when there is none or it is unavailable now. */
  readThumb(contentId: string, reason?: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Ids of contents whose bytes are on this device. */
  listHere(): Promise<ReadonlySet<string>>
}

export type NamedContent = Pick<Paper, 'content_id' | 'digest' | 'size'>

/**
 * `not_whole`: its author's device has not sent it completely yet. `needs_factor`: the server asks
 * for a recent second factor. `unreachable`: not on this device, and the server did not answer.
 */
export type ReadContent =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'not_whole' }
  | { kind: 'needs_factor' }
  | { kind: 'unreachable' }

/** A photograph or file to store; its bytes never change. */
export interface NewContent {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** A thumbnail (JPEG), or null. */
  readonly thumb: Uint8Array<ArrayBuffer> | null
  /** Builds the record that will show it from its stored content. */
  readonly recordOf: (stored: StoredContent) => UnrecordedPaper
}

export interface StoredContent {
  readonly contentId: string
  readonly digest: string
  readonly size: number
}
