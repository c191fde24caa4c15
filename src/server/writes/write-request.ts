import type { AnyRecord } from '#contract/books/field.ts'
import type { Problem } from '#contract/problem.ts'

export interface CheckedWrite {
  readonly id: string
  readonly writer: Writer
  /** Null for a create. */
  readonly before: AnyRecord | null
  /** The fields after the write; null for a delete. */
  readonly after: Readonly<Record<string, unknown>> | null
  /** Fields changed since the version the writer saw, which do not conflict with this write. */
  readonly unseen: ReadonlySet<string>
}

/** `set`: fields the server writes in addition, overriding the body. */
export type WriteDecision =
  | {
      readonly refusal: {
        readonly message: string
        readonly field?: string
        readonly code?: 'refused' | 'not_permitted'
      }
    }
  | { readonly set: Readonly<Record<string, unknown>> }

/** Who writes, and from which IP address. */
export interface Writer {
  readonly userId: string
  readonly userName: string
  readonly ipAddress: string | null
  /** Absent: no. */
  readonly isSuperuser?: boolean
}

export interface WriteRequest {
  readonly kind: 'create' | 'update' | 'delete'
  /** As received; the pipeline validates it. */
  readonly body: unknown
  /** Fields that a body may not set, set by the server itself (the path of an uploaded picture). */
  readonly stored?: Readonly<Record<string, string | null>>
  readonly writer: Writer
  /** Idempotency-Key; without it the write is a plain call and no response is stored. */
  readonly opId?: string
  /** If-Match; without it the last write wins. */
  readonly baseVersion?: number
  /**
   * Set for writes of one batch: they leave connections for other requests, and ordinary edits
   * among them return id and version only.
   */
  readonly batch?: BatchContext
}

export interface BatchContext {
  /**
   * Checked when a write's turn comes; false: nobody waits for the response any more, so it is
   * refused as `unavailable` and not done.
   */
  canStart(): boolean
}

/** A response as sent; the body is a row or a `Problem`. */
export interface WriteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Record<string, unknown> | Problem
}
