import { createAddressExtras } from '#app/features/addresses/linked/address-extras.tsx'
import { DepositDetailPage } from '#app/features/deposit-cases/deposit-detail-page.tsx'
import { DepositPage, type MasterTabs } from '#app/features/deposit-cases/deposit-page.tsx'
import { createRegisterTab } from '#app/features/register/case-register-tab.tsx'
import { createRemindersTab } from '#app/features/reminders/case-reminders-tab.tsx'

const addressExtras = createAddressExtras('deposit-cases')
const extras = {
  ...addressExtras,
  parts: [
    ...addressExtras.parts,
    createRegisterTab('deposit-cases'),
    createRemindersTab('deposit-cases', 'deposit-cases'),
  ],
}

/** The deposit page with the parts that addresses and register add, loaded as one chunk. */
export function DepositScreen({ masterTabs }: { masterTabs: MasterTabs }) {
  return <DepositPage masterTabs={masterTabs} extras={extras} />
}

/** The detail window of a deposit case, with the same parts. */
export function DepositWindow({ id }: { id: string }) {
  return <DepositDetailPage id={id} extras={extras} />
}
