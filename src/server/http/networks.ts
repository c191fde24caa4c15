import { BlockList, isIP } from 'node:net'

/**
 * Tests whether an address (`request.ip`) is in these addresses and ranges; an empty list contains
 * none.
 */
export function networksOf(list: readonly string[]): (address: string) => boolean {
  const block = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) block.addAddress(address, familyOf(address))
    else block.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => {
    // Strips the prefix that a dual-stack socket puts before an IPv4 address.
    const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
    return isIP(plain) !== 0 && block.check(plain, familyOf(plain))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
