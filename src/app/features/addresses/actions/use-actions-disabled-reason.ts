import { isFinished } from '#app/tasks/background-task.ts'
import { useBackgroundTaskList } from '#app/tasks/use-background-tasks.tsx'
import { addressActions, surveyPdfPaths } from '#contract/addresses/address-actions.ts'

/** Why no other action on addresses can start now (one is running), or undefined. */
export function useActionsDisabledReason(): string | undefined {
  const isRunning = useBackgroundTaskList().some((task) => !isFinished(task) && isAddressTask(task))
  return isRunning ? '다른 부동산 작업이 진행 중입니다. 끝난 뒤에 시작해 주세요.' : undefined
}

const actionPaths = new Set<string>([
  ...Object.values(addressActions).map(({ path }) => path),
  ...Object.values(surveyPdfPaths),
])

/** Whether a background task is one of these actions. */
function isAddressTask({ path }: { path: string }): boolean {
  return actionPaths.has(path)
}
