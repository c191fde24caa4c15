import { describe } from 'vitest'
import { openItemOffice } from '#tests/support/item-office.ts'
import { testItemTasks } from '#tests/support/item-tasks-suite.ts'

describe('with the queue in PostgreSQL', () => {
  testItemTasks(() => openItemOffice())
})
