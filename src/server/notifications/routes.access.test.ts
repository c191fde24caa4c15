import {
  defaultNotificationSettings,
  emailConfirmationPath,
  notificationDevicePath,
  notificationEmailPath,
  notificationsPath,
  testNotificationPath,
} from '#contract/notifications/notifications.ts'
import { testStaffArea } from '#tests/support/people/staff-calls.ts'

const subscription = {
  endpoint: 'https://192.168.0.1/push',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
}

testStaffArea({
  paths: /^\/api\/notifications/,
  calls: [
    ['GET', notificationsPath, null, 200],
    ['PUT', notificationsPath, defaultNotificationSettings, 200],
    ['PUT', notificationDevicePath, subscription, 422],
    ['DELETE', notificationDevicePath, null, 200],
    ['POST', testNotificationPath, null, 404],
    // Without a mail server, and without an address.
    ['PUT', notificationEmailPath, { address: 'staff@example.com' }, 422],
    ['POST', emailConfirmationPath, { code: '123456' }, 422],
    ['DELETE', notificationEmailPath, null, 200],
  ],
})
