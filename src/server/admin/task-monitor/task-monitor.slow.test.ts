import { describe } from 'vitest'
import { openItemOffice } from '#tests/support/item-office.ts'
import { testTaskMonitor } from '#tests/support/task-monitor-suite.ts'

describe('with the queue in PostgreSQL', () => {
  testTaskMonitor(() => openItemOffice())
})
