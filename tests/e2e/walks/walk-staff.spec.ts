import { signInForTokens } from '../../support/people/sign-in-calls.ts'
import { listScreens } from '../support/screens/screens.ts'
import { avoidKilledServer } from '../support/server-guard.ts'
import { startSession } from '../support/start-session.ts'
import { test } from '../support/test.ts'
import { devices } from '../support/walk/devices.ts'
import { prepareWalk } from '../support/walk/prepare-walk.ts'
import { startWalk } from '../support/walk/walk.ts'

test.use({ serviceWorkers: 'block' })
// One test opens dozens of screens, and axe is slow on a busy machine.
test.setTimeout(600_000)

for (const device of ['desktop', 'phone', 'tablet'] as const) {
  // The other walks run in `npm run test:all`.
  const core = device === 'phone' ? '@core' : []
  test.describe(`on a ${device}`, () => {
    test.use(devices[device].context)

    test(
      'every staff screen passes the accessibility and layout checks',
      { tag: core },
      async ({ office, colleague, newDevicePage: page }) => {
        const walkContext = await prepareWalk(colleague, office.url, `걸음직원${device}`)
        await startSession(page, office, 'staff')
        // Another device, which the list of devices can sign out.
        await avoidKilledServer(office.origin, async () => await signInForTokens(office.origin, 'staff'))
        const walk = await startWalk(page, device, walkContext)
        await walk.through(listScreens('staff'))
        walk.end()
      },
    )
  })
}
