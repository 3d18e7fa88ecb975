/** What an advert that is silent about it says where the fact has a place of its own; a line of facts leaves it out. */
export const notStated = { location: 'Location not stated', salary: 'Salary not stated' } as const
