import { describe } from 'vitest'
import { openItemOffice } from '#tests/support/tasks/item-office.ts'
import { testItemTasks } from '#tests/support/tasks/item-tasks-suite.ts'

describe('with the queue in PostgreSQL', () => {
  testItemTasks(() => openItemOffice())
})
