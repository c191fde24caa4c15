import type { BadgeTone } from '#app/ui/display/badge.tsx'
import { type classifyCongestion, taskNames, type TaskRun, type Worker } from '#contract/admin/task-monitor.ts'

type StatusLabel = readonly [label: string, tone: BadgeTone]

export const workerLabels: Record<Worker['status'], StatusLabel> = {
  active: ['활성', 'good'],
  inactive: ['비활성', 'plain'],
  restarting: ['재시작 중', 'info'],
  error: ['오류', 'danger'],
  maintenance: ['점검 중', 'warn'],
}

export const taskStatusLabels: Record<TaskRun['status'], StatusLabel> = {
  PENDING: ['대기', 'plain'],
  STARTED: ['실행 중', 'info'],
  SUCCESS: ['성공', 'good'],
  FAILURE: ['실패', 'danger'],
  RETRY: ['재시도', 'warn'],
  REVOKED: ['취소됨', 'plain'],
}

export const congestionLabels: Record<ReturnType<typeof classifyCongestion>, StatusLabel> = {
  congested: ['혼잡', 'danger'],
  moderate: ['보통', 'warn'],
  smooth: ['원활', 'good'],
}

/** Display name of a kind of task; unknown kinds are shown as stored. */
export const formatTaskName = (kind: string) => taskNames[kind] ?? kind

const queueNames: Readonly<Record<string, string>> = { files: '파일 작성', items: '일괄 처리' }
export const formatQueueName = (name: string | null) => (name === null ? '-' : (queueNames[name] ?? name))

/** Confirmation before all workers restart. */
export const restartAllQuestion = {
  title: '모든 워커를 업데이트하고 재시작하시겠습니까?',
  message: '실행 중인 작업은 재시작한 뒤 이어집니다.',
  confirmLabel: '재시작',
}

/** Seconds with two decimals. */
export const secondsText = (seconds: number | null) => (seconds === null ? '-' : `${seconds.toFixed(2)}초`)

export function formatRunTime(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor)
  if (days) return `${days}일 ${hours}시간`
  return hours ? `${hours}시간 ${minutes}분` : `${minutes}분`
}
