"""The rules that a ruling can name, in Spanish."""

TEXTS = {
    "rule.C1": "El juego tiene tres fichas de cada una de sus 36 clases: seis formas en seis colores, el sexto morado o blanco. Una mano tiene seis.",
    "rule.C2": "Empieza quien tenga más fichas que combinan, y las coloca todas.",
    "rule.C3": "En un turno se coloca al menos una ficha, o se cambia.",
    "rule.C4": "Las fichas de un turno comparten color o forma. Van en lugares libres de una misma línea, sin ningún hueco entre ellas.",
    "rule.C5": "Todo lo que se coloca queda unido a las fichas de la mesa.",
    "rule.C6": "Las fichas de una línea tienen un mismo color y formas distintas, o una misma forma y colores distintos. Así ninguna se repite, y una línea acaba en seis.",
    "rule.U1": "El juego tiene 15 dados de cada uno de los seis colores, el sexto morado o blanco; cuenta la cara de arriba.",
    "rule.U2": "Cada cual tiene seis dados.",
    "rule.U3": "Empieza quien tenga más dados que combinan, y los coloca todos.",
    "rule.U4": "En un turno se pueden volver a tirar una vez los dados propios, y después se coloca al menos uno.",
    "rule.U6": "Los dados de un turno comparten color o símbolo. Van en lugares libres de una misma línea, sin ningún hueco entre ellos.",
    "rule.U8": "Los dados de un turno están en una misma línea y tocan los de la mesa. En cada línea, también en las que la cruzan, un mismo color y símbolos distintos, o un mismo símbolo y colores distintos: nada repetido, y nunca más de seis.",
    "rule.K1": "El juego tiene tres cartas de cada una de sus 36 clases. Una mano tiene nueve.",
    "rule.K3": "En un turno se juega al menos una carta de la mano. Se pueden empezar filas, ampliarlas y ordenarlas de nuevo.",
    "rule.K4": "Al acabar el turno, cada fila tiene de tres a seis cartas de un mismo color y formas distintas, o de una misma forma y colores distintos, ninguna repetida. Lo que estaba en la mesa sigue ahí, salvo los Qwirkles completos.",
}
