import type { StorageCleared, SyncStatus } from '#mirror/offline-copy.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import { countOutbox } from '#mirror/outbox/outbox-view.ts'
import type { createPapersStatus } from '#mirror/papers/papers-api.ts'
import type { WaitingFile } from '#mirror/papers/papers-database.ts'
import type { EngineStatus } from '#mirror/worker/calls.ts'

const freshMs = 60_000
const stuckMs = 600_000

interface StatusParts {
  engine: EngineStatus
  files: readonly WaitingFile[]
  papersStatus: ReturnType<typeof createPapersStatus>
  cleared: StorageCleared | null
}

/** Composes the status line: the connection from the engine, what waits from outbox and papers. */
export function composeStatus(
  outbox: Outbox,
  { engine, files, papersStatus, cleared }: StatusParts,
  now: number,
): SyncStatus {
  const { oldestWaitingAt, filesWithEntries, ...counts } = countOutbox(
    outbox,
    new Set(files.map(({ contentId }) => contentId)),
  )
  const papers = papersStatus(files.filter(({ contentId }) => !filesWithEntries.has(contentId)))
  const attention = counts.attention + papers.refused
  const isEmpty = counts.waiting + counts.sending + attention + papers.waiting === 0
  const isFresh = engine.lastSyncAt !== null && Math.abs(now - engine.lastSyncAt) < freshMs
  const isOnline = engine.connection === 'online'
  return {
    ...engine,
    ...counts,
    attention,
    papers,
    isInSync: isEmpty && isFresh && isOnline && engine.trouble === null && engine.storeFailure === null,
    isStuck: isOnline && oldestWaitingAt !== null && now - oldestWaitingAt > stuckMs,
    storageCleared: cleared,
    storageProblem: describeStorageProblem(outbox.storage),
    isStorageLost: outbox.storage === 'lost' || outbox.storage === 'silent',
  }
}

function describeStorageProblem(storage: Outbox['storage']): string | null {
  switch (storage) {
    case 'full':
      return '기기의 저장 공간이 부족하여 입력한 내용을 보관할 수 없습니다. 저장 공간을 확보한 뒤 다시 시도해 주세요.'
    case 'lost':
      return '기기의 저장소에 연결할 수 없습니다. 이 창을 새로 열어 주세요. 표에 입력한 값은 새로 열 때 옮겨지고, 작성 중인 양식은 아직 보관되지 않았습니다.'
    case 'refused':
      return '이 브라우저는 이 기기에 저장하는 것을 허용하지 않아 입력한 내용을 보관할 수 없습니다.'
    case 'silent':
      return '이 기기의 저장소가 응답하지 않아 입력한 내용을 보관할 수 없습니다. 자동으로 다시 시도합니다.'
    case 'blocked':
      return '다른 창에서 이전 버전이 열려 있어 저장소를 열 수 없습니다. 다른 창을 모두 닫고 다시 시도해 주세요.'
    case 'fine':
    case 'invalid':
    case 'resident_number':
    case 'stopped':
    case 'superseded':
      return null
  }
}

export function isSameStatus(a: SyncStatus, b: SyncStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
