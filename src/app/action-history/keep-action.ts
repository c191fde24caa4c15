import { stoppedEditText } from '#domain/keeping/stopped-words.ts'
import { OutboxWriteError, type Edit, type OfflineCopy } from '#mirror/offline-copy.ts'

/** Edits per transaction of the outbox: a chunk is kept whole or not at all, and other edits get their turn in between. */
export const editsPerChunk = 200

/** Who looks on while a long action is taken down. */
export interface KeepWatch {
  /** Aborted to stop: what is kept by then stays. */
  readonly signal?: AbortSignal
  /** After every chunk, with how many edits are kept by then. */
  readonly onKept?: (kept: number) => void
}

export interface KeptAction {
  /** How many edits are kept, always the first ones. */
  readonly kept: number
  /** Korean reason why the device could not keep the rest; null as well when the user stopped it. */
  readonly failure: string | null
  /** The reason is that the device has no room: the same edits may be kept later. */
  readonly lacksRoom: boolean
}

/** Takes the edits of one action down in the outbox, all under the act's id. */
export async function keepAction(
  copy: OfflineCopy,
  { actId, edits }: { actId: string; edits: readonly Edit[] },
  { signal, onKept }: KeepWatch = {},
): Promise<KeptAction> {
  for (let from = 0; from < edits.length; from += editsPerChunk) {
    if (signal?.aborted) return { kept: from, failure: null, lacksRoom: false }
    const chunk = edits.slice(from, from + editsPerChunk)
    try {
      await copy.enqueue(...chunk.map((edit) => ({ ...edit, actId })))
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error
      return { kept: from, failure: storageReasons[error.reason], lacksRoom: error.reason === 'full' }
    }
    onKept?.(from + chunk.length)
  }
  return { kept: edits.length, failure: null, lacksRoom: false }
}

const storageReasons: Record<OutboxWriteError['reason'], string> = {
  full: '이 기기의 저장 공간이 부족하여 저장하지 못했습니다.',
  lost: '이 기기의 저장소를 사용할 수 없어 저장하지 못했습니다.',
  blocked: '이전 버전의 창이 열려 있어 저장하지 못했습니다. 다른 창을 닫아 주세요.',
  invalid: '저장할 수 없는 값입니다.',
  resident_number: '주민등록번호가 들어 있어 저장하지 않았습니다. 뒷자리를 가려 주세요.',
  stopped: stoppedEditText,
}
