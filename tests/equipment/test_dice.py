import pytest

from novamas.equipment import ONE_DIE, THREE_DICE, TWO_DICE, Dice, faces, points


@pytest.mark.parametrize("dice", [ONE_DIE, TWO_DICE, THREE_DICE])
def test_every_throw_comes_once(dice: Dice) -> None:
    throws = [dice.at(n) for n in range(dice.total)]
    assert len(set(throws)) == dice.total
    assert dict(dice.items()) == dict.fromkeys(throws, 1)
    assert all(len(faces(throw)) == dice.count and set(faces(throw)) <= set(range(1, 7)) for throw in throws)


@pytest.mark.parametrize("dice", [ONE_DIE, TWO_DICE, THREE_DICE])
def test_ways_count_the_throws_with_those_points(dice: Dice) -> None:
    throws = [dice.at(n) for n in range(dice.total)]
    for sum_of_points in range(dice.count * 6 + 2):
        assert dice.ways(sum_of_points) == sum(sum(faces(throw)) == sum_of_points for throw in throws)


def test_a_throw_reads_as_its_faces() -> None:
    assert faces(35) == (3, 5)
    assert points(35) == 8
    assert [TWO_DICE.ways(each) for each in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
