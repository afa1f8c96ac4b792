"""What the method works on: the file, the skeleton, the welded surface (docs/volume.md, section 1).

Sections in comments are those of docs/volume.md.
"""

import json
import struct
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial.transform import Rotation

COMPONENTS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Glb:
    """A binary glTF file: its JSON and its one buffer. (Not part of the method.)"""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + length])
        self.buffer = data[20 + length + 8:]

    def array(self, index):
        """One accessor as an array of rows. Interleaved views are not needed for these scenes."""
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind = np.dtype(COMPONENTS[accessor["componentType"]])
        width = WIDTHS[accessor["type"]]
        if view.get("byteStride", kind.itemsize * width) != kind.itemsize * width:
            raise ValueError("interleaved buffer views are not read")
        if "sparse" in accessor:
            raise ValueError("sparse accessors are not read")
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        values = np.frombuffer(self.buffer, kind, accessor["count"] * width, start)
        if accessor.get("normalized"):
            values = (values / np.float32(np.iinfo(kind).max)).astype(np.float32)
        return values.reshape(-1, width)

    def primitives(self):
        """The primitives of the first mesh."""
        return self.json["meshes"][0]["primitives"]

    def positions(self):
        """Vertices of all primitives of the first mesh, one after the other."""
        return np.concatenate([self.array(p["attributes"]["POSITION"]) for p in self.primitives()])

    def triangles(self):
        """Triangles of all primitives, by vertices counted through them."""
        found, first = [], 0
        for primitive in self.primitives():
            found.append(self.array(primitive["indices"]).reshape(-1, 3).astype(int) + first)
            first += self.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
        return np.concatenate(found)

    def weight_matrix(self, slots):
        """Raw weights as a dense matrix, vertices by slots; entries of one joint are added (section 1)."""
        rows = []
        for primitive in self.primitives():
            attributes = primitive["attributes"]
            count = self.json["accessors"][attributes["POSITION"]]["count"]
            matrix = np.zeros((count, slots))
            number = 0
            while f"JOINTS_{number}" in attributes:
                joints = self.array(attributes[f"JOINTS_{number}"]).astype(int)
                weights = self.array(attributes[f"WEIGHTS_{number}"]).astype(float)
                for column in range(4):
                    np.add.at(matrix, (np.arange(count), joints[:, column]), np.maximum(weights[:, column], 0))
                number += 1
            rows.append(matrix)
        return np.concatenate(rows)


class Skeleton:
    """The joints of the first skin and the nodes that carry them."""

    def __init__(self, glb):
        skin = glb.json["skins"][0]
        self.nodes = glb.json["nodes"]
        self.joints = skin["joints"]                    # slot -> node
        self.names = [self.nodes[node].get("name", str(node)) for node in self.joints]
        self.parent = {child: node for node, entry in enumerate(self.nodes) for child in entry.get("children", [])}
        matrices = glb.array(skin["inverseBindMatrices"]).astype(float)
        self.joint_from_bind = matrices.reshape(-1, 4, 4).transpose(0, 2, 1)      # glTF stores columns
        self.origin = np.linalg.inv(self.joint_from_bind)[:, :3, 3]               # bind-space origins (section 2)

    def above(self, slot):
        """Nodes from the joint of a slot up to the root, itself first."""
        node, chain = self.joints[slot], []
        while node is not None:
            chain.append(node)
            node = self.parent.get(node)
        return chain

    def carries(self, a, b):
        """Whether the joint of slot a carries that of slot b; a joint carries itself (section 2)."""
        return self.joints[a] in self.above(b)

    def between(self, a, b):
        """Slots strictly between two joints of which one carries the other."""
        low, high = (b, a) if self.carries(a, b) else (a, b)
        chain = self.above(low)
        inside = chain[1:chain.index(self.joints[high])]
        return [slot for slot, node in enumerate(self.joints) if node in inside]

    def palette(self, turns):
        """Matrices M_j with extra local turns {name: (x, y, z) in degrees}, x first."""
        model = {}

        def matrix(node):
            if node not in model:
                entry = self.nodes[node]
                local = np.eye(4)
                if "matrix" in entry:
                    raise ValueError("nodes with matrices are not read")
                turn = Rotation.from_quat(entry.get("rotation", [0, 0, 0, 1]))
                if entry.get("name") in turns:
                    turn = turn * Rotation.from_euler("xyz", turns[entry["name"]], degrees=True)
                local[:3, :3] = turn.as_matrix() * np.array(entry.get("scale", [1, 1, 1]))
                local[:3, 3] = entry.get("translation", [0, 0, 0])
                model[node] = matrix(self.parent[node]) @ local if node in self.parent else local
            return model[node]

        return np.array([matrix(node) for node in self.joints]) @ self.joint_from_bind


def clean_weights(raw):
    """Section 1, Weights: the floats (for the tree), and the rows that sum to one (for all else)."""
    floats = (raw / raw.sum(axis=1, keepdims=True)).astype(np.float32).astype(float)
    rows = np.arange(len(floats))
    strongest = floats.argmax(axis=1)                   # the first of equals: the lower slot
    exact = floats.copy()
    exact[rows, strongest] = 0
    exact[rows, strongest] = 1 - exact.sum(axis=1)
    return floats, exact


@dataclass
class Part:
    """One part of the surface (section 1). Points of the part are numbered from zero here."""

    points: np.ndarray          # numbers of its points in the whole mesh
    bind: np.ndarray            # positions
    triangles: np.ndarray       # facing outward
    floats: np.ndarray          # weights of the tree, points by slots
    weights: np.ndarray         # weights that sum to one
    centre: np.ndarray = None   # about which volumes are taken
    volume: float = 0.0
    gradient: np.ndarray = None
    area: np.ndarray = None
    size: float = 0.0


def volume(triangles, places, centre):
    """Section 1, Volume."""
    a, b, c = (places[triangles[:, corner]] - centre for corner in range(3))
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def volume_gradient(triangles, places, centre):
    """Section 1, Gradient."""
    corners = [places[triangles[:, corner]] - centre for corner in range(3)]
    gradient = np.zeros_like(places)
    for corner in range(3):
        np.add.at(gradient, triangles[:, corner], np.cross(corners[corner - 2], corners[corner - 1]) / 6)
    return gradient


def point_areas(triangles, places):
    """Section 1, Area."""
    a, b, c = (places[triangles[:, corner]] for corner in range(3))
    thirds = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 6
    areas = np.zeros(len(places))
    for corner in range(3):
        np.add.at(areas, triangles[:, corner], thirds)
    return areas


def weld(positions, triangles):
    """Section 1, Point: the point of every vertex, the first vertex of every point, the triangles by points."""
    _, first, inverse = np.unique(positions + 0.0, axis=0, return_index=True, return_inverse=True)   # -0 + 0 = 0
    order = np.argsort(first)
    number = np.empty(len(order), int)
    number[order] = np.arange(len(order))
    point = number[inverse.reshape(-1)]
    faces = point[triangles]
    whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return point, first[order], faces[whole]


def split_parts(positions, triangles, raw_weights):
    """Section 1: the point of every vertex, and the parts with all that is measured on them."""
    point, first, faces = weld(positions, triangles)
    places = positions[first].astype(float)
    floats, exact = clean_weights(raw_weights[first])
    pairs = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]]])
    links = coo_matrix((np.ones(len(pairs)), pairs.T), shape=(len(first), len(first)))
    label = connected_components(links, directed=False)[1]
    parts = []
    for number in np.unique(label[faces[:, 0]]):
        points = np.flatnonzero(label == number)
        local = np.searchsorted(points, faces[label[faces[:, 0]] == number])
        part = Part(points, places[points], local, floats[points], exact[points])
        part.centre = part.bind[0]
        part.volume = volume(local, part.bind, part.centre)
        if part.volume < 0:
            part.triangles = local[:, [1, 0, 2]]
            part.volume = -part.volume
        part.gradient = volume_gradient(part.triangles, part.bind, part.centre)
        part.area = point_areas(part.triangles, part.bind)
        part.size = np.linalg.norm(part.bind.max(axis=0) - part.bind.min(axis=0))
        parts.append(part)
    return point, parts
