import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { addressFlags } from '../address-flags.ts'
import { AddressSelectionActions } from '../tasks/address-selection-actions.tsx'
import { LinkedAddress } from './linked-address.tsx'
import { findOrBuildAddress, type LinkingBook } from './new-address.ts'

/**
 * Everything that addresses add to the screens of a book that refers to them. Its edits use the
 * book's undo history.
 */
export function createAddressExtras(collection: LinkingBook): RecordExtras {
  return {
    parts: [
      {
        key: 'place',
        label: '부동산 주소',
        content: (row) =>
          row.state === 'deleted' ? null : (
            <LinkedAddress key={row.id} row={row} collection={collection} historyId={collection} />
          ),
      },
    ],
    Actions: AddressSelectionActions,
    flags: addressFlags,
    linkedCreation: {
      label: '부동산 주소에도 등록',
      hint: '등기부·소유자·건물·토지를 볼 주소를 만들어 연결합니다. 지번이 같은 주소가 있으면 그 주소에 연결합니다.',
      key: 'address_id',
      make: (copy, record, projects) => findOrBuildAddress(copy, { collection, projects }, record),
    },
  }
}
