"""The rules that a ruling can name, in English."""

TEXTS = {
    "rule.C1": "The set has three tiles of each of its 36 kinds: six shapes in six colours, the sixth colour purple or white. A hand holds six.",
    "rule.C2": "Whoever has most matching tiles starts, and opens with all of them.",
    "rule.C3": "In a turn you place at least one tile, or you trade.",
    "rule.C4": "All tiles of a turn share one colour or one shape. They go on free places of one line, and no empty place stays between them.",
    "rule.C5": "Whatever is placed connects to the tiles on the table.",
    "rule.C6": "The tiles of a line have one colour and different shapes, or one shape and different colours. So no tile is in a line twice, and a line ends at six.",
    "rule.U1": "The set has 15 cubes of each of six colours, the sixth purple or white; the face on top counts.",
    "rule.U2": "Everybody has six cubes.",
    "rule.U3": "Whoever has most matching cubes starts, and opens with all of them.",
    "rule.U4": "In a turn you may roll your own cubes again once, and then you place at least one.",
    "rule.U6": "All cubes of a turn share one colour or one symbol. They go on free places of one line, and no empty place stays between them.",
    "rule.U8": "The cubes of a turn lie in one line and touch those on the table. In every line, the crossing ones too, the cubes have one colour and different symbols, or one symbol and different colours: nothing twice, and never more than six.",
    "rule.K1": "The set has three cards of each of its 36 kinds. A hand holds nine.",
    "rule.K3": "A turn lays at least one card from hand. Rows may be begun, added to and laid anew.",
    "rule.K4": "When a turn ends, every row has three to six cards of one colour and different shapes, or of one shape and different colours, none of them twice. What lay on the table still does, except completed Qwirkles.",
}
