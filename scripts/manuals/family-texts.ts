/** What a manual says to all products of a family. */
export interface FamilyTexts {
  readonly firstUse: readonly string[];
  readonly use: readonly string[];
  readonly care: readonly string[];
  readonly safety: readonly string[];
}

const AIRCRAFT: FamilyTexts = {
  firstUse: [
    'Compare the contents with the list above, and look for damage from transport. If anything is missing or broken, write to us before you fly.',
    'Charge the battery fully with a charger for its type and voltage. Never leave it alone while it charges.',
    'Assemble the aircraft on flat ground. Every joint must close without force and without play.',
    'Check that each propeller is undamaged, on its own motor and tight.',
    'Set the return height and the return point in the ground station before the first take-off.',
  ],
  use: [
    'Before each flight: battery charged and locked, propellers tight, satellites and compass ready, links above half, wind within the limit in the specifications.',
    'Take off from clear ground with nobody closer than 30 m.',
    'Watch battery, link and wind. Turn back while the planner still shows a margin.',
    'After landing: disarm, wait until the propellers stand still, then take the battery out.',
    'If the link is lost, keep the transmitter on. The aircraft follows the return route that was set before take-off.',
  ],
  care: [
    'Wipe dust and salt off with a damp cloth after each day. Never use a pressure washer or solvents.',
    'Look at propellers, motor screws and leads every ten flights; replace what is cracked, bent or loose.',
    'Keep the aircraft dry, between 5 and 35 °C, with the battery taken out.',
    'After a hard landing, have the aircraft inspected before the next flight.',
  ],
  safety: [
    'In Australia the standard operating conditions of CASA apply unless you hold an approval: below 120 m, within sight, by day, more than 30 m from people, away from aerodromes and emergency operations.',
    'Do not fly over people, in storms or in fog. Do not fly with a damaged part.',
    'Keep hands, hair and clothing away from the propellers while a battery is connected.',
  ],
};

const PACK: FamilyTexts = {
  firstUse: [
    'Compare type, voltage and connector with your aircraft and your charger.',
    'Look at case and leads. Do not use a pack that is swollen, dented, wet or warm without load.',
    'Charge it fully once before the first flight.',
  ],
  use: [
    'Charge at the recommended current in the specifications, on a surface that does not burn, and stay with it.',
    'Warm the pack to the temperature in the specifications before take-off.',
    'Land at the landing voltage. Below it the cells are damaged for good.',
    'Let a pack cool to the temperature of the air before you charge it again.',
  ],
  care: [
    'For more than three days without flying, bring the pack to storage voltage, about half its charge.',
    'Store it dry, between 5 and 25 °C, with its terminals covered.',
    'Check stored packs every three months.',
    'Take worn or damaged packs to a collection point for batteries, never to the bin.',
  ],
  safety: [
    'Never open, crush, pierce or short a pack. Never charge one below 0 °C.',
    'If a pack hisses, swells or smokes: leave it, keep people away, call 000. Much water cools it.',
    'Lithium batteries are dangerous goods of Class 9. Ask the carrier before you send or fly with one.',
  ],
};

const CHARGER: FamilyTexts = {
  firstUse: [
    'Compare the input voltage with your supply: mains or vehicle, never both at once.',
    'Place the charger level, with its openings free, on a surface that does not burn.',
  ],
  use: [
    'Choose chemistry, number of cells and current of the pack that is connected. Compare all three with its label.',
    'Connect the balance lead before you start, and stay with it while it charges.',
    'In a vehicle, keep the engine running or watch the starter battery’s voltage.',
  ],
  care: [
    'Brush the filters clean after dusty days.',
    'Wipe the case with a dry cloth. Unplug it first.',
    'Store it dry. Moisture inside has to dry for a day before it is connected.',
  ],
  safety: [
    'Never charge a damaged, wet, frozen or unknown pack.',
    'Do not open the case: parts inside keep their voltage after it is unplugged.',
  ],
};

const CASE: FamilyTexts = {
  firstUse: [
    'Check latches, vents and lining. The vents must be free.',
    'Fit the terminal covers to every pack before it goes in.',
  ],
  use: [
    'Pack no more than the maximum contents in the specifications, at storage voltage.',
    'Close both latches and tie the case down. Keep it upright.',
    'Show the Class 9 labels while packs are inside, and cover them while it travels empty.',
  ],
  care: ['Wipe it out with a damp cloth and let it dry open.', 'Replace torn lining and worn latches.'],
  safety: ['Do not transport damaged or swollen packs in it.', 'Do not charge packs inside the closed case.'],
};

const PROPELLERS: FamilyTexts = {
  firstUse: [
    'Compare size and direction with your aircraft. The mark on the hub shows the direction it turns in.',
    'Look along each blade for nicks, cracks and bends.',
  ],
  use: [
    'Take the battery out before you touch a propeller.',
    'Fit each propeller with its marked side up and fasten it as the aircraft’s manual says.',
    'Run the motors at low power for ten seconds and listen. A propeller that shakes is taken off.',
  ],
  care: [
    'Replace a propeller after any contact, and the whole set at the interval in the specifications.',
    'Clean blades with a damp cloth. Do not sand, paint or repair them.',
    'Store them flat, out of the sun.',
  ],
  safety: [
    'Never fly with a damaged propeller, and never mix propellers of different sets.',
    'Keep everybody 30 m away when the motors start.',
  ],
};

/** The family of a product, by its category and id. */
export function findFamilyTexts(category: string, id: string): FamilyTexts {
  if (category === 'drones') return AIRCRAFT;
  if (category === 'propellers') return PROPELLERS;
  if (id.endsWith('-charger')) return CHARGER;
  return id.endsWith('-case') ? CASE : PACK;
}
