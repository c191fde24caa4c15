import { type ScreenTab, TabbedScreen } from '#app/records/screen/tabbed-screen.tsx'
import { ApiTestTab } from './api-test-tab.tsx'
import type { OperatorTab } from './settings-tab.ts'
import { StatusTab } from './status/status-tab.tsx'
import { TaskMonitor } from './task-monitor/task-monitor.tsx'

const tabs: readonly [ScreenTab<OperatorTab>, ...ScreenTab<OperatorTab>[]] = [
  { key: 'status', label: '상태', panel: StatusTab },
  { key: 'tasks', label: '작업 관리', panel: TaskMonitor },
  { key: 'api-test', label: 'API 테스트', panel: ApiTestTab },
]

/**
 * /settings/server, superusers only: workers, queue, Redis, API and settings of the server, for its
 * operator.
 */
export function ServerPage() {
  return <TabbedScreen label="서버 운영" tabs={tabs} />
}
