import type { Companions } from '#app/records/screen/companions.ts'
import { AddressActions } from '../actions/address-actions.tsx'
import { useAddressFlags } from '../use-address-flags.ts'
import { LinkedAddress } from './linked-address.tsx'
import type { LinkingBook } from './use-linking.ts'

/** What addresses bring to the screens of a book whose records point at them. Both have one history under the book's name. */
export function addressCompanions(collection: LinkingBook): Companions {
  return {
    parts: [
      {
        key: 'place',
        label: '부동산 주소',
        content: (row) =>
          row.state === 'deleted' ? null : (
            <LinkedAddress key={row.id} {...{ row, collection }} historyId={collection} />
          ),
      },
    ],
    Actions: AddressActions,
    useFlags: useAddressFlags,
  }
}
