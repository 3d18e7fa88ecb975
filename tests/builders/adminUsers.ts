import { hashPassword, type Role, writeUsers } from '../../api/adminUsers.ts'

/** Quick to hash; as safe as a test needs it. */
const cost = { ln: 10, r: 8, p: 1 }

/** @param users name -> role and, of a consultant, whose jobs; the password of each is its name, nine times */
export async function usersFile(users: Record<string, { role: Role; consultants?: string[] }>): Promise<string> {
  const lines = Object.entries(users).map(async ([name, { role, consultants = [] }]) => ({
    name,
    role,
    consultants,
    hash: await hashPassword(passwordOf(name), cost),
  }))
  return writeUsers(await Promise.all(lines))
}

export function passwordOf(name: string): string {
  return name.repeat(9)
}

export function basic(name: string, password = passwordOf(name)): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}
