import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useUnstoredCount } from '#app/records/unstored-values/unstored-values.ts'
import { collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { StoreFailure } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay, toOfficeDay } from '#domain/dates/office-date.ts'
import { formatMomentWithSeconds } from '#domain/dates/office-moment.ts'
import { describeServerFailure, nameServerFailure } from '#domain/office/server-failure-texts.ts'
import type { SyncStatus } from '#mirror/offline-copy.ts'

/** Connection state in a word; "동기화됨" only when fully in sync. */
export function describeConnection(
  status: Pick<
    SyncStatus,
    'connection' | 'trouble' | 'isInSync' | 'needsSignIn' | 'needsFactor' | 'waitReason' | 'storeFailure'
  >,
): string {
  if (status.needsSignIn) return '로그인 필요'
  if (status.needsFactor) return '2단계 인증 필요'
  const pauseText = status.waitReason && pausedTexts[status.waitReason]
  if (pauseText) return pauseText.short
  if (status.trouble) return nameServerFailure(status.trouble)
  if (status.connection === 'offline') return '오프라인'
  if (status.connection === 'checking') return '연결 확인 중'
  if (status.storeFailure === 'full') return '기기 가득 참'
  if (status.storeFailure === 'failing') return '기기 저장 오류'
  return status.isInSync ? '동기화됨' : '온라인'
}

/**
 * Explains the state in a sentence; null while this device accepts the server's data and the server
 * accepts its writes. `short` fits next to the outbox on a small tablet, where the connection's
 * word names the cause.
 */
export function explainPause(
  { waitReason, storeFailure, trouble }: Pick<SyncStatus, 'waitReason' | 'storeFailure' | 'trouble'>,
  length: 'long' | 'short' = 'long',
): string | null {
  if (storeFailure) return storeFailureTexts[storeFailure][length]
  const pauseText = waitReason && pausedTexts[waitReason]
  if (pauseText) return length === 'long' ? pauseText.long : truncatedText
  // Working without a network is normal and needs no sentence.
  if (!trouble || trouble.kind === 'no_network') return null
  if (length === 'short') return truncatedText
  return `${describeServerFailure(trouble)} 입력한 내용은 이 기기에 있으며 자동으로 다시 시도합니다.`
}

const truncatedText = '이 기기에 저장됨 · 자동 재전송'

const storeFailureTexts: Record<StoreFailure, { long: string; short: string }> = {
  full: { long: '이 기기에 저장할 공간이 없어 새 내용을 받지 못합니다.', short: '이 기기에 저장할 공간 없음' },
  failing: {
    long: '이 기기에 저장하지 못해 새 내용을 받지 못합니다. 브라우저를 다시 시작해 주세요.',
    short: '브라우저를 다시 시작해 주세요.',
  },
}

const pausedTexts: Partial<Record<ProblemCode, { short: string; long: string }>> = {
  storage_full: {
    short: '서버 가득 참',
    long: '서버의 저장 공간이 가득 차 저장을 기다립니다. 입력한 내용은 이 기기에 있습니다.',
  },
  unavailable: {
    short: '서버 준비 중',
    long: '서버가 준비되면 자동으로 보냅니다. 입력한 내용은 이 기기에 있습니다.',
  },
}

/**
 * `unkept`: number of records with values the device had no room for. They need attention and
 * prevent being in sync.
 */
export function withUnstored<Status extends Pick<SyncStatus, 'attention' | 'isInSync'>>(
  status: Status,
  unkept: number,
): Status {
  return unkept === 0 ? status : { ...status, attention: status.attention + unkept, isInSync: false }
}

/** Time of the last complete pull in the office's time zone, with the date unless it was today. */
export function formatLastSync(lastSyncAt: number | null, now = Date.now()): string {
  if (lastSyncAt === null) return '없음'
  const [day, time = ''] = formatMomentWithSeconds(lastSyncAt).split(' ')
  return day === toOfficeDay(now) ? time : `${formatDay(day ?? null)} ${time}`
}

/** Upload state of photographs and documents, next to the outbox counts; null when none waits. */
export function describeWaitingPapers({
  papers,
  connection,
}: Pick<SyncStatus, 'papers' | 'connection'>): string | null {
  if (papers.waiting === 0) return null
  const filesText = `사진·서류 ${formatNumber(papers.waiting)}개`
  return connection === 'online' ? `${filesText} 전송 중 ${papers.percent}%` : `${filesText} 전송 대기`
}

/** Progress of a first copy; null when none runs. */
export function formatCopyProgress(status: Pick<SyncStatus, 'copying'>): string | null {
  const progressTexts = collectionNames.flatMap((name) => {
    const progress = status.copying[name]
    if (!progress) return []
    const { received, total } = progress
    return [`${mirroredCollections[name].label} 받는 중 ${formatNumber(received)} / ${formatNumber(total)}`]
  })
  return progressTexts.length > 0 ? progressTexts.join(' · ') : null
}

/**
 * State of connection and outbox, including values on this page that the device had no room for.
 */
export function useDisplayedStatus(): SyncStatus {
  return withUnstored(useSyncStatus(), useUnstoredCount())
}
