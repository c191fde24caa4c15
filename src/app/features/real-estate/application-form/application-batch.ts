/**
 * Units whose forms are written one after another. A single unit is a batch of one, without
 * progress display.
 */
export interface ApplicationBatch {
  readonly unitIds: readonly string[]
  readonly index: number
}

/** Result of a step: the message, and the next position; `batch` null closes the form. */
export interface BatchStep {
  readonly batch: ApplicationBatch | null
  readonly message: { readonly kind: 'success' | 'info' | 'warning'; readonly text: string }
}

export function isBatch({ unitIds }: ApplicationBatch): boolean {
  return unitIds.length > 1
}

export function hasMore({ unitIds, index }: ApplicationBatch): boolean {
  return index < unitIds.length - 1
}

/** `2 / 5`. */
export function formatProgress({ unitIds, index }: ApplicationBatch): string {
  return `${index + 1} / ${unitIds.length}`
}

export function advanceAfterSave(batch: ApplicationBatch): BatchStep {
  if (!isBatch(batch)) return { batch: null, message: { kind: 'success', text: '신청서가 작성되었습니다.' } }
  if (!hasMore(batch)) return { batch: null, message: { kind: 'success', text: '모든 신청서 작성이 완료되었습니다.' } }
  const next = { ...batch, index: batch.index + 1 }
  return {
    batch: next,
    message: { kind: 'info', text: `다음 신청서로 이동합니다. (${next.index + 1}/${batch.unitIds.length})` },
  }
}

export function advanceAfterSkip(batch: ApplicationBatch): BatchStep {
  if (!hasMore(batch)) return { batch: null, message: { kind: 'warning', text: '마지막 신청서입니다.' } }
  const next = { ...batch, index: batch.index + 1 }
  const text = `현재 신청서를 건너뜁니다. (${next.index + 1}/${batch.unitIds.length})`
  return { batch: next, message: { kind: 'warning', text } }
}

/** `message` is null if the step needs no message. */
export function stepBack(batch: ApplicationBatch): { batch: ApplicationBatch; message: BatchStep['message'] | null } {
  if (batch.index === 0) return { batch, message: { kind: 'info', text: '첫 번째 신청서입니다.' } }
  return { batch: { ...batch, index: batch.index - 1 }, message: null }
}
