/** Which hosts may be asked for an address that was typed on a page: never this machine or what is behind it. */
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { SourceError } from './format.ts'

const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, prefix)
/** Of IPv6 only what is given to hosts of the internet: 2000::/3, without what carries an address of IPv4. */
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')
const carriers = new BlockList()
carriers.addSubnet('2001::', 32, 'ipv6')
carriers.addSubnet('2001:db8::', 32, 'ipv6')
carriers.addSubnet('2002::', 16, 'ipv6')

/** Whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address)
  return family === 6 && outside.check(address, 'ipv6') && !carriers.check(address, 'ipv6')
}

const refusal = (host: string) =>
  new SourceError(
    `${host} is not a host of the public internet: an address that is typed here may not lead into this network. A source of the catalogue may.`,
  )

/** @throws SourceError for a host that is written as an address and is not public; names are seen by `publicLookup` */
export function assertPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !isPublic(host)) throw refusal(hostname)
}

/** As Node looks names up; what it finds is what is connected to, so a name cannot become another host in between. */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, found, family) => {
    if (error) return callback(error, found, family)
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found as string]
    if (addresses.length > 0 && addresses.every(isPublic)) return callback(null, found, family)
    callback(refusal(hostname), found, family)
  })
