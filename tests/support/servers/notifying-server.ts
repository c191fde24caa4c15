import { notificationDevicePath } from '#contract/notifications/notifications.ts'
import { prepareNotices } from '#server/notifications/due-notices.ts'
import { createPushEndpoint } from '#server/notifications/push-endpoint.ts'
import { createMailer } from '#server/notifications/send-email.ts'
import { sendDueMessages } from '#server/notifications/send-push.ts'
import type { FakeBrowser, PushService } from '../fakes/fake-push.ts'
import type { SignedIn, TestApp } from './build-test-app.ts'

/** Lets a server call push services of this machine (`config` of `buildTestApp`). */
export const ownPushNetworks = { pushNetworks: ['127.0.0.0/8', '::1'] }

/** What a server does every two minutes while it listens. */
export async function notifyOnce({ deps, app }: TestApp): Promise<void> {
  await prepareNotices(deps)
  await sendDueMessages({
    ...deps,
    log: app.log,
    endpoint: createPushEndpoint(deps.config),
    mailer: createMailer(deps.config),
  })
}

/** Subscribes the device of this session, as its browser does. */
export async function subscribe(person: SignedIn, service: PushService): Promise<FakeBrowser> {
  const browser = service.createBrowser()
  const response = await person.inject({ method: 'PUT', url: notificationDevicePath, payload: browser.subscription })
  if (response.statusCode !== 200) throw new Error(response.body)
  return browser
}
