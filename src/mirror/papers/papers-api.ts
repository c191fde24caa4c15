import type { Paper } from '#contract/books/papers.ts'
import type { UnrecordedPaper, WaitingFile } from './papers-database.ts'

/**
 * What screens see of photographs and papers on this device: waiting files, and the bytes to
 * show.
 */
export interface PapersView {
  /**
   * Stores a file durably before its record is created, and returns that record. Rejects with
   * `OutboxWriteError`, storing nothing, when the device could not. Call `markRecorded` once the
   * outbox holds the record.
   */
  storeFile(file: NewPaperFile): Promise<UnrecordedPaper>
  markRecorded(contentId: string): Promise<void>
  /** The same array until something in it changes. */
  getWaiting(): readonly WaitingFile[]
  subscribe(listener: () => void): () => void
  retryFile(contentId: string): Promise<void>
  /** Removes what the server does not have; the caller has asked the user. */
  discardFile(contentId: string): Promise<void>
  /**
   * The bytes of a paper, from this device or else from the server. `reason`: why a paper under
   * 처리정지 is opened.
   */
  readBytes(paper: PaperFileRef, reason?: string): Promise<PaperReadResult>
  /** Its thumbnail; null when there is none or it is unavailable now. */
  readThumb(contentId: string, reason?: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Ids of files whose bytes are on this device. */
  listStoredIds(): Promise<ReadonlySet<string>>
}

export type PaperFileRef = Pick<Paper, 'content_id' | 'digest' | 'size'>

/**
 * `not_whole`: its author's device has not sent it completely yet. `needs_factor`: the server asks
 * for a recent second factor. `unreachable`: not on this device, and the server did not respond.
 */
export type PaperReadResult =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'not_whole' }
  | { kind: 'needs_factor' }
  | { kind: 'unreachable' }

/** A photograph or file to store; its bytes never change. */
export interface NewPaperFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** A thumbnail (JPEG), or null. */
  readonly thumb: Uint8Array<ArrayBuffer> | null
  /** Builds the record that will show it from its stored file. */
  readonly buildRecord: (stored: StoredPaperFile) => UnrecordedPaper
}

export interface StoredPaperFile {
  readonly contentId: string
  readonly digest: string
  readonly size: number
}

/** Progress of sending photographs and papers, for the status line. */
export interface PapersStatus {
  readonly waiting: number
  /** Refused files, counted under 확인 필요. */
  readonly refused: number
  /** Sent bytes of everything queued since the queue was last empty, in whole percent. */
  readonly percent: number
}

/**
 * Returns a function that computes the status of a list of waiting files. It remembers sizes
 * until nothing waits, so that sent files count as sent.
 */
export function createPapersStatus(): (files: readonly WaitingFile[]) => PapersStatus {
  const sizes = new Map<string, number>()
  return (files) => {
    const waiting = files.filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) sizes.clear()
    for (const { contentId, size } of waiting) sizes.set(contentId, size)
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const missing = waiting.reduce((sum, { size, received }) => sum + size - received, 0)
    const percent = total === 0 ? 0 : Math.floor((100 * (total - missing)) / total)
    return { waiting: waiting.length, refused: files.length - waiting.length, percent }
  }
}
