import { BlockList, isIP } from 'node:net'

/** Whether an address (`request.ip`) lies in one of these addresses and ranges; an empty list holds nobody. */
export function networksOf(list: readonly string[]): (address: string) => boolean {
  const block = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) block.addAddress(address, familyOf(address))
    else block.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => {
    // How a socket that takes both kinds writes an IPv4 address.
    const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
    return isIP(plain) !== 0 && block.check(plain, familyOf(plain))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
