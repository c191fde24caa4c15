import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import { OutboxWriteError, type Edit, type OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * Edits per outbox transaction. A chunk is kept whole or not at all, and other edits get their turn
 * between chunks.
 */
export const editsPerChunk = 200

/** Progress and cancellation of a long action. */
export interface SaveOptions {
  /** Abort to stop; edits kept so far stay. */
  readonly signal?: AbortSignal
  /** Called after every chunk with the number of edits kept so far. */
  readonly onSaved?: (savedCount: number) => void
}

export interface KeptAction {
  /** Number of edits kept, counted from the first. */
  readonly savedCount: number
  /**
   * Korean reason why the device could not keep the rest; null on success and when the user stopped
   * it.
   */
  readonly failure: string | null
  /** The device is out of space; the same edits may be kept later. */
  readonly isStorageFull: boolean
}

/** Adds the edits of one action to the outbox, all under the same action id. */
export async function saveAction(
  copy: OfflineCopy,
  { actId, edits }: { actId: string; edits: readonly Edit[] },
  { signal, onSaved }: SaveOptions = {},
): Promise<KeptAction> {
  for (let from = 0; from < edits.length; from += editsPerChunk) {
    if (signal?.aborted) return { savedCount: from, failure: null, isStorageFull: false }
    const chunk = edits.slice(from, from + editsPerChunk)
    try {
      await copy.enqueue(...chunk.map((edit) => ({ ...edit, actId })))
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error
      return { savedCount: from, failure: storageReasons[error.reason], isStorageFull: error.reason === 'full' }
    }
    onSaved?.(from + chunk.length)
  }
  return { savedCount: edits.length, failure: null, isStorageFull: false }
}

const storageReasons: Record<OutboxWriteError['reason'], string> = {
  full: '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.',
  lost: '이 기기의 저장소를 사용할 수 없어 저장하지 못했습니다.',
  blocked: '이전 버전의 창이 열려 있어 저장하지 못했습니다. 다른 창을 닫아 주세요.',
  invalid: '저장할 수 없는 값입니다.',
  resident_number: '주민등록번호가 들어 있어 저장하지 않았습니다. 뒷자리를 가려 주세요.',
  stopped: stoppedEditText,
}
