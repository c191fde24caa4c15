import { isFinished } from '#app/tasks/background-task.ts'
import { useBackgroundTaskList } from '#app/tasks/use-background-tasks.tsx'
import { addressTasks, surveyPdfPaths } from '#contract/addresses/address-tasks.ts'

/** Why no other task on addresses can start now (one is running), or undefined. */
export function useTasksDisabledReason(): string | undefined {
  const isRunning = useBackgroundTaskList().some((task) => !isFinished(task) && isAddressTask(task))
  return isRunning ? '다른 부동산 작업이 진행 중입니다. 끝난 뒤에 시작해 주세요.' : undefined
}

const taskPaths = new Set<string>([
  ...Object.values(addressTasks).map(({ path }) => path),
  ...Object.values(surveyPdfPaths),
])

/** Whether a background task is one of these. */
function isAddressTask({ path }: { path: string }): boolean {
  return taskPaths.has(path)
}
