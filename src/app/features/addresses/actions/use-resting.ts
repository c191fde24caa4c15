import { isFinished } from '#app/downloads/download-task.ts'
import { useDownloadTaskList } from '#app/downloads/use-download-tasks.tsx'
import { isAddressTask } from './address-order.ts'

/** Why no other action on addresses can start now (one is running), or undefined. */
export function useResting(): string | undefined {
  const isRunning = useDownloadTaskList().some((task) => !isFinished(task) && isAddressTask(task))
  return isRunning ? '다른 부동산 작업이 진행 중입니다. 끝난 뒤에 시작해 주세요.' : undefined
}
