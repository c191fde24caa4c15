import { describe } from 'vitest'
import { openItemOffice } from '#tests/support/tasks/item-office.ts'
import { testTaskMonitor } from '#tests/support/tasks/task-monitor-suite.ts'

describe('with the queue in PostgreSQL', () => {
  testTaskMonitor(() => openItemOffice())
})
